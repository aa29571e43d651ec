package io.pinion.protocol.flags;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A character set of MySQL 9.7 or MariaDB 11.4. Its constant's name is the server's name in upper case. */
public enum Charset {
    ARMSCII8(1, "ISO-8859-1"),
    ASCII(1, "US-ASCII"),
    BIG5(2, "Big5"),
    BINARY(1, "ISO-8859-1"),
    CP1250(1, "windows-1250"),
    CP1251(1, "windows-1251"),
    CP1256(1, "windows-1256"),
    CP1257(1, "windows-1257"),
    CP850(1, "IBM850"),
    CP852(1, "IBM852"),
    CP866(1, "IBM866"),
    CP932(2, "windows-31j"),
    DEC8(1, "ISO-8859-1"),
    EUCJPMS(3, "EUC-JP"),
    EUCKR(2, "EUC-KR"),
    GB18030(4, "GB18030"),
    GB2312(2, "GB2312"),
    GBK(2, "GBK"),
    GEOSTD8(1, "ISO-8859-1"),
    GREEK(1, "ISO-8859-7"),
    HEBREW(1, "ISO-8859-8"),
    HP8(1, "ISO-8859-1"),
    KEYBCS2(1, "ISO-8859-1"),
    KOI8R(1, "KOI8-R"),
    KOI8U(1, "KOI8-U"),
    /** The server's latin1 is Windows code page 1252, not ISO 8859-1. */
    LATIN1(1, "windows-1252"),
    LATIN2(1, "ISO-8859-2"),
    LATIN5(1, "ISO-8859-9"),
    LATIN7(1, "ISO-8859-13"),
    MACCE(1, "x-MacCentralEurope"),
    MACROMAN(1, "x-MacRoman"),
    SJIS(2, "Shift_JIS"),
    SWE7(1, "ISO-8859-1"),
    TIS620(1, "TIS-620"),
    UCS2(2, "UTF-16BE"),
    UJIS(3, "EUC-JP"),
    UTF16(4, "UTF-16BE"),
    UTF16LE(4, "UTF-16LE"),
    UTF32(4, "UTF-32BE"),
    UTF8MB3(3, "UTF-8"),
    UTF8MB4(4, "UTF-8");

    private static final Map<String, Charset> BY_NAME =
            Stream.of(values()).collect(Collectors.toUnmodifiableMap(Charset::mysqlName, Function.identity()));

    private final int maxBytes;
    private final String mysqlName;
    private final java.nio.charset.Charset javaCharset;

    Charset(int maxBytes, String javaName) {
        this.maxBytes = maxBytes;
        this.mysqlName = name().toLowerCase(Locale.ROOT);
        // A runtime image without the module jdk.charsets lacks the rarer ones; Latin-1 keeps every byte.
        this.javaCharset = java.nio.charset.Charset.isSupported(javaName)
                ? java.nio.charset.Charset.forName(javaName)
                : StandardCharsets.ISO_8859_1;
    }

    /** Finds a character set by its name in any case; {@code utf8} is {@code utf8mb3}, as on the servers. */
    public static Optional<Charset> named(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return Optional.ofNullable(BY_NAME.get(lower.equals("utf8") ? "utf8mb3" : lower));
    }

    /** The server's own name, such as {@code utf8mb4}. */
    public String mysqlName() {
        return mysqlName;
    }

    /**
     * The charset for reading text that people will see. Where Java has none (armscii8, dec8, geostd8, hp8, keybcs2,
     * swe7) it is ISO 8859-1: ASCII is right, and decoding and encoding keep every byte.
     */
    public java.nio.charset.Charset javaCharset() {
        return javaCharset;
    }

    /** The most bytes that one character takes. */
    public int maxBytes() {
        return maxBytes;
    }

    /**
     * True when 0x5C, the backslash, can be the second byte of a character. A quote behind such a byte may end a
     * string, so reading the text byte by byte finds the wrong end.
     */
    public boolean backslashMayTrail() {
        return switch (this) {
            case BIG5, CP932, GB18030, GBK, SJIS -> true;
            default -> false;
        };
    }

    /** False for the character sets that servers refuse as {@code character_set_client}: their ASCII has zero bytes. */
    public boolean allowedForClients() {
        return switch (this) {
            case UCS2, UTF16, UTF16LE, UTF32 -> false;
            default -> true;
        };
    }
}
