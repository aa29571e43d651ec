package io.pinion.routing.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/** MySQL's names of character sets as Java's. */
public final class MysqlCharsets {
    private static final Map<String, String> JAVA_NAMES = Map.ofEntries(
            Map.entry("utf8mb4", "UTF-8"),
            Map.entry("utf8mb3", "UTF-8"),
            Map.entry("utf8", "UTF-8"),
            Map.entry("latin1", "windows-1252"),
            Map.entry("ascii", "US-ASCII"),
            Map.entry("latin2", "ISO-8859-2"),
            Map.entry("latin5", "ISO-8859-9"),
            Map.entry("latin7", "ISO-8859-13"),
            Map.entry("greek", "ISO-8859-7"),
            Map.entry("hebrew", "ISO-8859-8"),
            Map.entry("koi8r", "KOI8-R"),
            Map.entry("koi8u", "KOI8-U"),
            Map.entry("tis620", "TIS-620"),
            Map.entry("cp1250", "windows-1250"),
            Map.entry("cp1251", "windows-1251"),
            Map.entry("cp1256", "windows-1256"),
            Map.entry("cp1257", "windows-1257"),
            Map.entry("cp850", "IBM850"),
            Map.entry("cp852", "IBM852"),
            Map.entry("cp866", "IBM866"),
            Map.entry("macroman", "x-MacRoman"),
            Map.entry("macce", "x-MacCentralEurope"),
            Map.entry("ucs2", "UTF-16BE"),
            Map.entry("utf16", "UTF-16BE"),
            Map.entry("utf16le", "UTF-16LE"),
            Map.entry("utf32", "UTF-32BE"),
            Map.entry("big5", "Big5"),
            Map.entry("gbk", "GBK"),
            Map.entry("gb2312", "GB2312"),
            Map.entry("gb18030", "GB18030"),
            Map.entry("sjis", "Shift_JIS"),
            Map.entry("cp932", "windows-31j"),
            Map.entry("ujis", "EUC-JP"),
            Map.entry("eucjpms", "x-eucJP-Open"),
            Map.entry("euckr", "EUC-KR"));

    private MysqlCharsets() {}

    /** @param name a MySQL name in lower case; empty when MySQL has no such set, or Java none, or it is {@code binary} */
    public static Optional<Charset> find(String name) {
        if (name.equals("utf8mb4")) {
            return Optional.of(StandardCharsets.UTF_8);
        }
        String javaName = JAVA_NAMES.get(name);
        return javaName != null && Charset.isSupported(javaName)
                ? Optional.of(Charset.forName(javaName))
                : Optional.empty();
    }

    /** The characters that the bytes are; empty when {@link #find} is, or when they are no valid text. */
    public static Optional<String> decode(byte[] bytes, String name) {
        if (name.equals("latin1")) {
            return Optional.of(decodeLatin1(bytes));
        }
        return find(name).flatMap(charset -> {
            try {
                return Optional.of(
                        charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
            } catch (CharacterCodingException e) {
                return Optional.empty();
            }
        });
    }

    /** The text in another character set; empty when {@link #find} is, or when a character has no place there. */
    static Optional<byte[]> encode(String text, String name) {
        return find(name).flatMap(charset -> {
            try {
                ByteBuffer encoded = charset.newEncoder().encode(CharBuffer.wrap(text));
                byte[] bytes = new byte[encoded.remaining()];
                encoded.get(bytes);
                return Optional.of(bytes);
            } catch (CharacterCodingException e) {
                return Optional.empty();
            }
        });
    }

    /** MySQL's latin1 is cp1252, but with its five unassigned bytes standing for the control characters. */
    private static String decodeLatin1(byte[] bytes) {
        char[] text = new String(bytes, Charset.forName("windows-1252")).toCharArray();
        for (int index = 0; index < text.length; index++) {
            if (text[index] == '\uFFFD') {
                text[index] = (char) (bytes[index] & 0xFF);
            }
        }
        return new String(text);
    }

    /** Whether the name is one that may stand as an introducer, {@code _latin1'…'}. */
    static boolean isKnown(String name) {
        return JAVA_NAMES.containsKey(name) || name.equals("binary");
    }

    /** Whether a text of ASCII characters has the same bytes in both sets. */
    static boolean isAsciiSuperset(String one, String other) {
        return isAsciiSuperset(one) && isAsciiSuperset(other);
    }

    static boolean isAsciiSuperset(String name) {
        return isKnown(name)
                && !name.equals("binary")
                && !name.startsWith("utf16")
                && !name.equals("utf32")
                && !name.equals("ucs2");
    }
}
