package io.pinion.config.topology;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The verifiers of a user's password that a document stores: enough to check it, not enough to log in elsewhere with
 * it.
 *
 * @param nativeVerifier SHA1(SHA1(password)), as the {@code authentication_string} of mysql_native_password without its
 *     star
 * @param sha2Verifier SHA256(SHA256(password))
 */
public record Verifiers(String nativeVerifier, String sha2Verifier) {

    public static Verifiers of(String password) {
        byte[] bytes = password.getBytes(StandardCharsets.UTF_8);
        return new Verifiers(twice("SHA-1", bytes), twice("SHA-256", bytes));
    }

    private static String twice(String algorithm, byte[] password) {
        try {
            MessageDigest digest = MessageDigest.getInstance(algorithm);
            return HexFormat.of().formatHex(digest.digest(digest.digest(password)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has " + algorithm, e);
        }
    }
}
