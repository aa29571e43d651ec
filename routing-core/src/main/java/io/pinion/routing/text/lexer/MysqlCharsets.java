package io.pinion.routing.text.lexer;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/** Maps MySQL's names of character sets to Java's charsets. */
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

    /**
     * By character set, the characters that Java decodes from bytes for which servers have another character, and the
     * servers' characters for these bytes, if they aren't ASCII. A text with one of them is treated as undecodable,
     * since its key's hash would be another's. Compared with MySQL 9.7 and MariaDB 10.11, which agree, code by code.
     * Bytes that servers don't decode at all aren't listed.
     */
    private static final Map<String, String> READ_OTHERWISE = Map.ofEntries(
            Map.entry("greek", "\u2018\u2019\u02bd\u02bc"),
            Map.entry("hebrew", "\u00af\u203e"),
            Map.entry("koi8u", "\u2219\u2022"),
            Map.entry("cp866", "\u2116\u00a4\u207f\u00b2"),
            Map.entry("gbk", "\u2641\u2295"),
            Map.entry(
                    "gb18030",
                    "\ufe10\ufe11\ufe12\ufe13\ufe14\ufe15\ufe16\ufe17\ufe18\ufe19"
                            + "\ue78d\ue78e\ue78f\ue790\ue791\ue792\ue793\ue794\ue795\ue796"
                            + "\u9fb4\u9fb5\u9fb6\u9fb7\u9fb8\u9fb9\u9fba\u9fbb"
                            + "\ue81e\ue826\ue82b\ue82c\ue832\ue843\ue854\ue864"),
            Map.entry("sjis", "\u2014\uff3c\u2015"),
            Map.entry("ujis", "\u2014\uff3c\uff5e\u2015"));

    /** A set in which Java and servers differ in hundreds of characters. */
    private static final String OTHER_THAN_JAVAS = "eucjpms";

    private MysqlCharsets() {}

    /**
     * Empty when MySQL or Java has no such set. The characters of {@code binary} are those of UTF-8: so servers read the
     * names, comments and patterns of a client that calls its bytes binary.
     *
     * @param name a MySQL name in lower case
     */
    public static Optional<Charset> find(String name) {
        if (name.equals("utf8mb4") || name.equals("binary")) {
            return Optional.of(StandardCharsets.UTF_8);
        }
        String javaName = JAVA_NAMES.get(name);
        return javaName != null && Charset.isSupported(javaName)
                ? Optional.of(Charset.forName(javaName))
                : Optional.empty();
    }

    /**
     * The characters of the bytes as a server reads them; empty when {@link #find} is, when they are no valid text, or
     * when Java reads them otherwise than servers.
     */
    public static Optional<String> decode(byte[] bytes, String name) {
        if (name.equals("latin1")) {
            return Optional.of(decodeLatin1(bytes));
        }
        return find(name).flatMap(charset -> {
            try {
                String text =
                        charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
                return isReadAlike(text, name) ? Optional.of(text) : Optional.empty();
            } catch (CharacterCodingException e) {
                return Optional.empty();
            }
        });
    }

    /**
     * Whether the bytes are characters to a server; true when {@link #find} is empty. In utf8mb3 and ucs2 a character has at
     * most three bytes or two.
     */
    public static boolean isText(byte[] bytes, String name) {
        Charset charset = find(name).orElse(null);
        if (charset == null || name.equals("latin1") || name.equals("binary")) {
            return true;
        }
        try {
            CharBuffer text = charset.newDecoder().decode(ByteBuffer.wrap(bytes));
            return !hasBasicAlone(name) || text.chars().noneMatch(letter -> Character.isSurrogate((char) letter));
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    private static boolean hasBasicAlone(String name) {
        return name.equals("utf8") || name.equals("utf8mb3") || name.equals("ucs2");
    }

    private static boolean isReadAlike(String text, String name) {
        String otherwise = READ_OTHERWISE.getOrDefault(name, "");
        return name.equals(OTHER_THAN_JAVAS)
                ? text.chars().allMatch(character -> character < 0x80)
                : otherwise.isEmpty() || text.chars().noneMatch(character -> otherwise.indexOf(character) >= 0);
    }

    /**
     * The text in another character set; empty when {@link #find} is, when a character has no place there, or when Java
     * writes it in other bytes than servers.
     */
    public static Optional<byte[]> encode(String text, String name) {
        if (!isReadAlike(text, name)) {
            return Optional.empty();
        }
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

    /** Whether the name may stand as an introducer, {@code _latin1'…'}. */
    public static boolean isKnown(String name) {
        return JAVA_NAMES.containsKey(name) || name.equals("binary");
    }

    /** Whether a text of ASCII characters has the same bytes in both sets. */
    public static boolean isAsciiSuperset(String one, String other) {
        return isAsciiSuperset(one) && isAsciiSuperset(other);
    }

    public static boolean isAsciiSuperset(String name) {
        return isKnown(name) && !name.startsWith("utf16") && !name.equals("utf32") && !name.equals("ucs2");
    }
}
