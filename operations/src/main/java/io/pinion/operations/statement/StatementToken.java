package io.pinion.operations.statement;

/**
 * A token of a statement.
 *
 * @param text without quotes and with escapes resolved
 * @param start the token's first character in the statement
 * @param end the first character after the token
 */
public record StatementToken(Kind kind, String text, int start, int end) {
    /** The sorts of tokens, by their quotes. */
    public enum Kind {
        /** Without quotes; numbers are words too, and so are names with a dot, a dash or a colon. */
        WORD,
        /** A name in backticks, which is no word of the grammar. */
        NAME,
        /** In single quotes. */
        STRING,
        /** In double quotes: a name for servers with ANSI_QUOTES. */
        DOUBLE_QUOTED,
        SIGN,
        /** A quote or comment that is never closed; it extends to the end of the statement. */
        UNCLOSED
    }

    public boolean isWord(String word) {
        return kind == Kind.WORD && text.equalsIgnoreCase(word);
    }

    public boolean isSign(String sign) {
        return kind == Kind.SIGN && text.equals(sign);
    }

    /** Whether it stands for a name. */
    boolean isName() {
        return kind == Kind.WORD || kind == Kind.NAME || isString();
    }

    boolean isString() {
        return kind == Kind.STRING || kind == Kind.DOUBLE_QUOTED;
    }

    /** As an error message shows it. */
    String shown() {
        return isString() ? text : "'" + text + "'";
    }
}
