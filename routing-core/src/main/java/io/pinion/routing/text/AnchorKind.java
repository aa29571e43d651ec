package io.pinion.routing.text;

import io.pinion.routing.text.lexer.TokenType;

/** The content of an anchor, a region that doesn't count for the fingerprint. The kind itself counts. */
public enum AnchorKind {
    /** Digits, of any length. A sign before them is a token of its own, outside the anchor. */
    INTEGER(0, TokenType.INTEGER),
    /** {@code 1.5}. */
    DECIMAL(1, TokenType.DECIMAL),
    /** {@code 1e5}. */
    FLOAT(2, TokenType.FLOAT),
    /** {@code 'text'}, or {@code "text"} without ANSI_QUOTES; an introducer ({@code _latin1}) stands outside. */
    STRING(3, TokenType.STRING),
    /** {@code N'text'}, the letter included. */
    NATIONAL_STRING(4, TokenType.NATIONAL_STRING),
    /** {@code x'1f'}, {@code 0x1F}. */
    HEX(5, TokenType.HEX),
    /** {@code b'101'}, {@code 0b101}. */
    BIT(6, TokenType.BIT),
    /** The name of a shard database, its quotes included. */
    SHARD_DATABASE(7, TokenType.WORD),
    /** A comment without a meaning. */
    COMMENT(8, TokenType.COMMENT),
    /** A {@code pinion:} comment: its key counts, the value doesn't. */
    HINT(9, TokenType.COMMENT),

    // Kinds of bound parameters only, which may also be of any kind of literal.

    /** NULL, bound to a {@code ?}. */
    NULL(10, TokenType.PARAMETER),
    /** An integer below zero, bound to a {@code ?}: its sign is inside the anchor. */
    NEGATIVE_INTEGER(11, TokenType.PARAMETER),
    /** Any other number below zero, bound to a {@code ?}. */
    NEGATIVE_NUMBER(12, TokenType.PARAMETER),
    /** A {@code ?} that nothing is bound to yet. */
    UNSET(13, TokenType.PARAMETER);

    private static final AnchorKind[] BY_CODE = values();

    private final int code;
    private final TokenType tokenType;

    AnchorKind(int code, TokenType tokenType) {
        this.code = code;
        this.tokenType = tokenType;
    }

    /** @param literal a token type that {@link TokenType#isLiteral} */
    static AnchorKind of(TokenType literal) {
        return switch (literal) {
            case INTEGER -> INTEGER;
            case DECIMAL -> DECIMAL;
            case FLOAT -> FLOAT;
            case STRING -> STRING;
            case NATIONAL_STRING -> NATIONAL_STRING;
            case HEX -> HEX;
            case BIT -> BIT;
            default -> throw new IllegalArgumentException(literal + " is no literal");
        };
    }

    static AnchorKind ofCode(int code) {
        return BY_CODE[code];
    }

    /** The kind's number, four bits: the scan packs it. */
    int code() {
        return code;
    }

    /** The type of its tokens; a shard database may also be a quoted name, and any literal a parameter. */
    TokenType tokenType() {
        return tokenType;
    }

    public boolean isLiteral() {
        return tokenType.isLiteral();
    }

    /** Whether a list behind IN may consist of this kind. */
    boolean isListed() {
        return isLiteral() || this == UNSET;
    }
}
