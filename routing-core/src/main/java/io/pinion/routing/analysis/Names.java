package io.pinion.routing.analysis;

/** Names as the parser hands them out. */
final class Names {
    private Names() {}

    /** Without the parser's quotes, and as the client wrote it where the parser got a placeholder. */
    static String unquoted(String parsed, PrintedText text) {
        String bare = parsed.length() > 1 && "`\"'".indexOf(parsed.charAt(0)) >= 0
                ? parsed.substring(1, parsed.length() - 1)
                : parsed;
        return text.name(bare);
    }
}
