package io.pinion.routing.text;

/** Why a text can't be trusted to be what its tokens say. */
public enum TextProblem {
    UNTERMINATED_STRING("a string is not terminated"),
    UNTERMINATED_NAME("a quoted name is not terminated"),
    UNTERMINATED_COMMENT("a comment is not terminated"),
    /** A semicolon inside a version comment: the text can't be split there. */
    STATEMENT_END_IN_COMMENT("a semicolon stands inside a version comment"),
    TOO_DEEP("parentheses are nested more than " + SqlTokenizer.MAX_DEPTH + " deep"),
    /** The kind and the mentions are right; anchors beyond the limit are missing. */
    TOO_MANY_LITERALS("more than " + SqlTokenizer.MAX_ANCHORS + " literals");

    private final String message;

    TextProblem(String message) {
        this.message = message;
    }

    public String message() {
        return message;
    }
}
