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
        /** A word of a command line: without quotes of its own, it stands for whatever is expected there. */
        ARGUMENT,
        /** A quote or comment that is never closed; it extends to the end of the statement. */
        UNCLOSED
    }

    public boolean isWord(String word) {
        return isUnquoted() && text.equalsIgnoreCase(word);
    }

    public boolean isSign(String sign) {
        return (kind == Kind.SIGN || kind == Kind.ARGUMENT) && text.equals(sign);
    }

    /** Whether it stands for a name. */
    boolean isName() {
        return kind == Kind.WORD
                || kind == Kind.NAME
                || isString()
                || (kind == Kind.ARGUMENT && !text.isEmpty() && !text.equals(","));
    }

    /** Whether it stands for a name that may be left out before a text. */
    boolean isBareName() {
        return isName() && !isString() && !isAddress();
    }

    /** Whether a word of a command line is the address of a server. */
    boolean isAddress() {
        return kind == Kind.ARGUMENT && (text.indexOf(':') >= 0 || text.indexOf('.') >= 0);
    }

    boolean isQuoted() {
        return isString() || kind == Kind.NAME;
    }

    /** Whether it stands for a text. */
    boolean isText() {
        return isString() || kind == Kind.ARGUMENT;
    }

    boolean isUnquoted() {
        return kind == Kind.WORD || kind == Kind.ARGUMENT;
    }

    boolean isString() {
        return kind == Kind.STRING || kind == Kind.DOUBLE_QUOTED;
    }

    /** As an error message shows it. */
    String shown() {
        return isString() ? text : "'" + text + "'";
    }
}
