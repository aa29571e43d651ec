package io.pinion.routing.text.lexer;

import java.util.Locale;

/**
 * The ways in which the bytes of a client's character set may mislead a reader of ASCII: in some, the second byte of a
 * character can be 0x5C (the backslash), 0x60 (the backquote) or a letter, in some a byte above 0x7F is a blank, and in
 * some it is a letter in names and none in variables. Compared byte by byte with MySQL 9.7 and MariaDB 11.4, which
 * agree.
 */
public enum CharsetClass {
    /**
     * Every byte below 0x80 is that ASCII character, and none above it is a blank: utf8mb4 and most single-byte sets.
     */
    ASCII_SAFE(0, 0, false),
    BIG5(1, 0, true),
    GBK(2, 0, true),
    /** Both sjis and cp932. */
    SJIS(3, 0, true),
    GB18030(4, 0, true),
    /** As ASCII_SAFE, but 0xA0 is a blank: latin1 and most of the sets made after it. */
    BLANK_A0(5, 0xA0, false),
    /** As ASCII_SAFE, but 0xFF is a blank: sets of DOS. */
    BLANK_FF(6, 0xFF, false),
    /** As ASCII_SAFE, but bytes above 0x7F may stand in names only, not in variables: the EUC family. */
    EUC(8, 0, false),
    /** An unknown set, or one with letters in place of the backslash and braces, as swe7. */
    UNKNOWN(7, 0, false);

    private final int code;
    private final int blank;
    private final boolean trailsOfAscii;

    CharsetClass(int code, int blank, boolean trailsOfAscii) {
        this.code = code;
        this.blank = blank;
        this.trailsOfAscii = trailsOfAscii;
    }

    /** The byte above 0x7F that is a blank; 0 for none. */
    int blank() {
        return blank;
    }

    /** Whether a later byte of a character can be a byte of ASCII. */
    public boolean hasTrailsOfAscii() {
        return trailsOfAscii;
    }

    /** Whether a variable's name ends before a byte above 0x7F, where another name begins. */
    boolean endsVariablesAboveAscii() {
        return trailsOfAscii || this == EUC;
    }

    /** A small number, unique to the class. */
    int code() {
        return code;
    }

    /** @param charset a MySQL character set name such as {@code utf8mb4}, in any case */
    public static CharsetClass of(String charset) {
        return switch (charset.toLowerCase(Locale.ROOT)) {
            case "big5" -> BIG5;
            case "gbk" -> GBK;
            case "sjis", "cp932" -> SJIS;
            case "gb18030" -> GB18030;
            case "ujis", "eucjpms", "euckr", "gb2312" -> EUC;
            case "utf8mb4", "utf8mb3", "utf8", "ascii", "binary", "tis620" -> ASCII_SAFE;
            case "cp1251", "cp1256", "cp1257", "cp850", "hp8", "koi8r", "koi8u", "macce", "macroman" -> ASCII_SAFE;
            case "latin1", "latin2", "latin5", "latin7", "dec8", "cp1250", "greek", "hebrew", "armscii8", "geostd8" ->
                BLANK_A0;
            case "cp852", "cp866", "keybcs2" -> BLANK_FF;
            default -> UNKNOWN;
        };
    }

    /**
     * The bytes of the character at {@code at}: 2 or 4 where a valid multi-byte character of these four character sets
     * begins, else 1. An invalid sequence counts as single bytes, as in the servers' own lexers.
     */
    public int length(byte[] text, int at, int limit) {
        int first = text[at] & 0xFF;
        if (first < 0x81 || at + 1 >= limit) {
            return 1;
        }
        int second = text[at + 1] & 0xFF;
        return switch (this) {
            case ASCII_SAFE, BLANK_A0, BLANK_FF, EUC, UNKNOWN -> 1;
            case BIG5 -> between(first, 0xA1, 0xF9) && (isLowTrail(second) || between(second, 0xA1, 0xFE)) ? 2 : 1;
            case GBK -> first != 0xFF && (isLowTrail(second) || between(second, 0x80, 0xFE)) ? 2 : 1;
            case SJIS ->
                (between(first, 0x81, 0x9F) || between(first, 0xE0, 0xFC))
                                && (isLowTrail(second) || between(second, 0x80, 0xFC))
                        ? 2
                        : 1;
            case GB18030 -> gb18030Length(text, at, limit, first, second);
        };
    }

    private static int gb18030Length(byte[] text, int at, int limit, int first, int second) {
        if (first == 0xFF) {
            return 1;
        }
        if (isLowTrail(second) || between(second, 0x80, 0xFE)) {
            return 2;
        }
        boolean fourBytes = at + 3 < limit
                && between(second, '0', '9')
                && between(text[at + 2] & 0xFF, 0x81, 0xFE)
                && between(text[at + 3] & 0xFF, '0', '9');
        return fourBytes ? 4 : 1;
    }

    private static boolean isLowTrail(int value) {
        return between(value, 0x40, 0x7E);
    }

    private static boolean between(int value, int low, int high) {
        return value >= low && value <= high;
    }
}
