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
    ARMSCII8("ISO-8859-1"),
    ASCII("US-ASCII"),
    BIG5("Big5"),
    BINARY("ISO-8859-1"),
    CP1250("windows-1250"),
    CP1251("windows-1251"),
    CP1256("windows-1256"),
    CP1257("windows-1257"),
    CP850("IBM850"),
    CP852("IBM852"),
    CP866("IBM866"),
    CP932("windows-31j"),
    DEC8("ISO-8859-1"),
    EUCJPMS("EUC-JP"),
    EUCKR("EUC-KR"),
    GB18030("GB18030"),
    GB2312("GB2312"),
    GBK("GBK"),
    GEOSTD8("ISO-8859-1"),
    GREEK("ISO-8859-7"),
    HEBREW("ISO-8859-8"),
    HP8("ISO-8859-1"),
    KEYBCS2("ISO-8859-1"),
    KOI8R("KOI8-R"),
    KOI8U("KOI8-U"),
    /** The server's latin1 is Windows code page 1252, not ISO 8859-1. */
    LATIN1("windows-1252"),
    LATIN2("ISO-8859-2"),
    LATIN5("ISO-8859-9"),
    LATIN7("ISO-8859-13"),
    MACCE("x-MacCentralEurope"),
    MACROMAN("x-MacRoman"),
    SJIS("Shift_JIS"),
    SWE7("ISO-8859-1"),
    TIS620("TIS-620"),
    UCS2("UTF-16BE"),
    UJIS("EUC-JP"),
    UTF16("UTF-16BE"),
    UTF16LE("UTF-16LE"),
    UTF32("UTF-32BE"),
    UTF8MB3("UTF-8"),
    UTF8MB4("UTF-8");

    private static final Map<String, Charset> BY_NAME =
            Stream.of(values()).collect(Collectors.toUnmodifiableMap(Charset::mysqlName, Function.identity()));

    private final String mysqlName;
    private final java.nio.charset.Charset javaCharset;

    Charset(String javaName) {
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

    /** False for the character sets that servers refuse as {@code character_set_client}: their ASCII has zero bytes. */
    public boolean allowedForClients() {
        return switch (this) {
            case UCS2, UTF16, UTF16LE, UTF32 -> false;
            default -> true;
        };
    }
}
