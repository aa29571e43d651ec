package io.pinion.routing.text;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The SHA-256 of texts in UTF-8: short names and versions for long ones. */
public final class TextDigest {
    private TextDigest() {}

    /** 32 bytes. */
    public static byte[] of(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** 64 digits, in lower case. */
    public static String hexOf(String text) {
        return HexFormat.of().formatHex(of(text));
    }
}
