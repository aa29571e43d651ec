package io.pinion.config.topology;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The verifiers of a user's password that a document stores: enough to check it, not enough to log in elsewhere with
 * it.
 *
 * @param nativeVerifier SHA1(SHA1(password)), as the {@code authentication_string} of mysql_native_password without its
 *     star
 * @param sha2Verifier SHA256(SHA256(password))
 */
public record Verifiers(String nativeVerifier, String sha2Verifier) {
    /** Rounds in thousands, at least five; 20 bytes of salt, 43 letters of hash. */
    private static final Pattern SALTED =
            Pattern.compile("\\$A\\$(?!00[0-4])[0-9A-Fa-f]{3}\\$[\\x01-\\xFF]{20}[./0-9A-Za-z]{43}", Pattern.DOTALL);

    public static Verifiers of(String password) {
        byte[] bytes = password.getBytes(StandardCharsets.UTF_8);
        return new Verifiers(twice("SHA-1", bytes), twice("SHA-256", bytes));
    }

    /**
     * What MySQL stores for {@code caching_sha2_password}, as {@code mysql.user} has it or in hexadecimal as SHOW CREATE
     * USER writes it with {@code print_identified_with_as_hex}: with each byte as one character. Empty when it is none.
     */
    static Optional<String> salted(String written) {
        String text = written.startsWith("0x") ? ofHex(written.substring(2)) : written;
        return SALTED.matcher(text).matches() ? Optional.of(text) : Optional.empty();
    }

    private static String ofHex(String hex) {
        try {
            return new String(HexFormat.of().parseHex(hex), StandardCharsets.ISO_8859_1);
        } catch (IllegalArgumentException odd) {
            return "";
        }
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
