package io.pinion.routing.text;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Bytes as literals in hexadecimal, which are plain ASCII and mean the same under every sql_mode and character set of a
 * session.
 */
public final class HexLiteral {
    private HexLiteral() {}

    /**
     * A byte string in any context. Without its introducer MySQL takes it for a number in a numeric context:
     * {@code x'32' + 0} is 50, while for a BLOB column or a parameter with the same byte, and for {@code _binary x'32'
     * + 0}, it is 2.
     */
    public static String ofBytes(byte[] bytes) {
        return ofText("binary", bytes);
    }

    /** A text of these bytes in the character set, by its MySQL name. */
    public static String ofText(String charset, byte[] bytes) {
        return "_" + charset + " " + bare(bytes);
    }

    /**
     * A text in quotes, if servers read these bytes so under every sql_mode and character set. An empty one isn't such a
     * text: it is NULL under MariaDB's EMPTY_STRING_IS_NULL, as {@code x''} isn't.
     */
    public static String unlessPlain(String charset, byte[] bytes) {
        boolean plain = bytes.length > 0;
        for (byte letter : bytes) {
            plain &= letter >= ' ' && letter != 127 && letter != '\'' && letter != '\\';
        }
        return plain ? "'" + new String(bytes, StandardCharsets.ISO_8859_1) + "'" : ofText(charset, bytes);
    }

    /** A text in UTF-8. */
    public static String ofText(String text) {
        return ofText("utf8mb4", text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The short form, for values of a column of bytes or characters, assigned or compared: it is a byte string there,
     * and many in a list are one list of literals.
     */
    public static String bare(byte[] bytes) {
        return "x'" + HexFormat.of().formatHex(bytes) + "'";
    }
}
