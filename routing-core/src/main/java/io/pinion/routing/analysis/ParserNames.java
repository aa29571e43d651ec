package io.pinion.routing.analysis;

/** Converts names that the parser returns. */
final class ParserNames {
    private ParserNames() {}

    /** The name without the parser's quotes; in place of a placeholder, the name as the client wrote it. */
    static String unquoted(String parsed, PrintedText text) {
        String bare = parsed.length() > 1 && "`\"'".indexOf(parsed.charAt(0)) >= 0
                ? parsed.substring(1, parsed.length() - 1)
                : parsed;
        return text.name(bare);
    }
}
