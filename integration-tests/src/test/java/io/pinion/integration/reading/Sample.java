package io.pinion.integration.reading;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * A text and what decides how it is read.
 *
 * @param charset {@code character_set_client}
 * @param text its bytes as characters of latin1
 */
record Sample(String charset, String sqlMode, String text) {
    byte[] bytes() {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    Sample withText(String other) {
        return new Sample(charset, sqlMode, other);
    }

    Sample withMode(String other) {
        return new Sample(charset, other, text);
    }

    Sample withCharset(String other) {
        return new Sample(other, sqlMode, text);
    }

    boolean isReadLike(Sample other) {
        return charset.equals(other.charset) && sqlMode.equals(other.sqlMode);
    }

    /** For people, and for the corpus: ASCII, all other bytes as {@code \xA0}, a backslash as two. */
    String escaped() {
        StringBuilder shown = new StringBuilder();
        for (int at = 0; at < text.length(); at++) {
            char character = text.charAt(at);
            if (character == '\\') {
                shown.append("\\\\");
            } else if (character >= ' ' && character < 0x7F) {
                shown.append(character);
            } else {
                shown.append("\\x%02X".formatted((int) character));
            }
        }
        return shown.toString();
    }

    /** The text that {@link #escaped} shows. */
    static String unescaped(String shown) {
        StringBuilder text = new StringBuilder();
        int at = 0;
        while (at < shown.length()) {
            char character = shown.charAt(at);
            if (character != '\\') {
                text.append(character);
                at++;
            } else if (shown.startsWith("\\x", at)) {
                text.append((char) HexFormat.fromHexDigits(shown, at + 2, at + 4));
                at += 4;
            } else {
                text.append('\\');
                at += 2;
            }
        }
        return text.toString();
    }

    String hex() {
        return HexFormat.of().formatHex(bytes());
    }
}
