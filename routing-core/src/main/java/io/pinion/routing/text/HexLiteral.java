package io.pinion.routing.text;

import java.nio.charset.StandardCharsets;

/**
 * Bytes as literals in hexadecimal, which are plain ASCII and mean the same under every sql_mode and character set of a
 * session.
 */
public final class HexLiteral {
    private HexLiteral() {}

    /**
     * A byte string wherever it stands. Without its introducer MySQL takes it for a number where it wants one:
     * {@code x'32' + 0} is 50, of a BLOB column or a parameter with the same byte it is 2, and so is {@code _binary x'32' + 0}.
     */
    public static String ofBytes(byte[] bytes) {
        return ofText("binary", bytes);
    }

    /** A text whose characters are these bytes in the character set, under its MySQL name. */
    public static String ofText(String charset, byte[] bytes) {
        return "_" + charset + " " + bare(bytes);
    }

    /** Characters in UTF-8. */
    public static String ofText(String text) {
        return ofText("utf8mb4", text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Short, for values that a column of bytes or characters is given or compared with: there it is a byte string everywhere,
     * and many in a list are one list of literals.
     */
    public static String bare(byte[] bytes) {
        StringBuilder out = new StringBuilder(2 * bytes.length + 3);
        appendBare(out, bytes);
        return out.toString();
    }

    /** The same, behind what {@code out} has. */
    public static void appendBare(StringBuilder out, byte[] bytes) {
        out.append("x'");
        for (byte value : bytes) {
            out.append(Character.forDigit((value >> 4) & 0xF, 16)).append(Character.forDigit(value & 0xF, 16));
        }
        out.append('\'');
    }
}
