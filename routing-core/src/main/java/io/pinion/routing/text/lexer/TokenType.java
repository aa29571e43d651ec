package io.pinion.routing.text.lexer;

/** The type of a token. */
public enum TokenType {
    /** A keyword or an unquoted name; the grammar decides which. */
    WORD,
    /** {@code `x`}, or {@code "x"} under ANSI_QUOTES. */
    QUOTED_NAME,
    INTEGER,
    DECIMAL,
    FLOAT,
    STRING,
    NATIONAL_STRING,
    HEX,
    BIT,
    /** {@code ?}. */
    PARAMETER,
    /** {@code @x}, {@code @'x'}, {@code @`x`}. */
    USER_VARIABLE,
    /** {@code @@x}, {@code @@session.x}. */
    SYSTEM_VARIABLE,
    /** Punctuation and operators: one to three characters that belong together. */
    SYMBOL,
    COMMENT,
    /** {@code /*+ … *}{@code /}. */
    OPTIMIZER_HINT,
    /** {@code /*!50001}: code follows. */
    VERSION_COMMENT_BEGIN,
    /** The end of a version comment. */
    VERSION_COMMENT_END,
    /** The end of the text. */
    END;

    public boolean isLiteral() {
        return compareTo(INTEGER) >= 0 && compareTo(BIT) <= 0;
    }

    public boolean isString() {
        return this == STRING || this == NATIONAL_STRING;
    }

    /** Whether it is a comment, or where the code within one begins or ends. */
    boolean isComment() {
        return compareTo(COMMENT) >= 0 && compareTo(VERSION_COMMENT_END) <= 0;
    }
}
