package io.pinion.routing.text;

import java.nio.charset.StandardCharsets;

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

    /** A text in UTF-8. */
    public static String ofText(String text) {
        return ofText("utf8mb4", text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The short form, for values of a column of bytes or characters, assigned or compared: it is a byte string there,
     * and many in a list are one list of literals.
     */
    public static String bare(byte[] bytes) {
        StringBuilder out = new StringBuilder(2 * bytes.length + 3);
        appendBare(out, bytes);
        return out.toString();
    }

    /** Appends the short form to {@code out}. */
    public static void appendBare(StringBuilder out, byte[] bytes) {
        out.append("x'");
        for (byte value : bytes) {
            out.append(Character.forDigit((value >> 4) & 0xF, 16)).append(Character.forDigit(value & 0xF, 16));
        }
        out.append('\'');
    }
}
