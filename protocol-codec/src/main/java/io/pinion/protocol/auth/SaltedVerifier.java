package io.pinion.protocol.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * What MySQL stores of a password for {@code caching_sha2_password}: {@code $A$005$}, 20 bytes of salt and 43 letters of a
 * slow hash; 005 is the number of rounds in thousands, in hexadecimal. It can't check the fast way's proof, but the
 * password itself.
 *
 * @param text with each byte as one character, since MySQL's salt may hold control characters
 */
public record SaltedVerifier(String text) {
    /** Longer ones are nobody's: MySQL has the same bound, and the time for a hash grows with the square of the length. */
    public static final int MAX_PASSWORD_BYTES = 256;

    private static final String KIND = "$A$";
    private static final int ROUND_DIGITS = 3;
    private static final int SALT_BYTES = 20;
    private static final int HASH_BYTES = 43;
    private static final int SALT_AT = KIND.length() + ROUND_DIGITS + 1;
    private static final int LENGTH = SALT_AT + SALT_BYTES + HASH_BYTES;
    private static final int ROUND_UNIT = 1_000;

    /** As MySQL bounds them ({@code caching_sha2_password_digest_rounds}). */
    private static final int LEAST_THOUSANDS = 5;

    private static final int MOST_THOUSANDS = 0xFFF;
    private static final int USUAL_THOUSANDS = 5;

    /** Empty when it is no such text. */
    public static Optional<SaltedVerifier> parse(String text) {
        boolean shaped = text.length() == LENGTH
                && text.startsWith(KIND)
                && text.charAt(SALT_AT - 1) == '$'
                && text.chars().allMatch(letter -> letter <= 0xFF);
        if (!shaped) {
            return Optional.empty();
        }
        String digits = text.substring(KIND.length(), SALT_AT - 1);
        return digits.matches("[0-9A-Fa-f]{3}") && thousands(digits) >= LEAST_THOUSANDS
                ? Optional.of(new SaltedVerifier(text))
                : Optional.empty();
    }

    /**
     * A verifier with a salt of its own, in printable letters.
     *
     * @throws IllegalArgumentException when the password is longer than {@link #MAX_PASSWORD_BYTES}
     */
    public static SaltedVerifier of(byte[] password, SecureRandom random) {
        if (password.length > MAX_PASSWORD_BYTES) {
            throw new IllegalArgumentException("the password has more than " + MAX_PASSWORD_BYTES + " bytes");
        }
        byte[] bits = new byte[SALT_BYTES];
        random.nextBytes(bits);
        byte[] salt = Sha256Crypt.salt(bits);
        byte[] hash = Sha256Crypt.hash(password, salt, USUAL_THOUSANDS * ROUND_UNIT);
        return new SaltedVerifier(KIND + String.format(Locale.ROOT, "%03X", USUAL_THOUSANDS) + "$"
                + new String(salt, StandardCharsets.US_ASCII) + new String(hash, StandardCharsets.US_ASCII));
    }

    /** A verifier that takes as long to check as this one, and that no password fits. */
    public SaltedVerifier unmatched(SecureRandom random) {
        byte[] bits = new byte[SALT_BYTES + HASH_BYTES];
        random.nextBytes(bits);
        return new SaltedVerifier(
                text.substring(0, SALT_AT) + new String(Sha256Crypt.salt(bits), StandardCharsets.US_ASCII));
    }

    /** Whether this is the password. Takes the CPU some milliseconds, so an event loop must not call it. */
    public boolean accepts(byte[] password) {
        if (password.length == 0 || password.length > MAX_PASSWORD_BYTES) {
            return false;
        }
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        byte[] salt = Arrays.copyOfRange(bytes, SALT_AT, SALT_AT + SALT_BYTES);
        byte[] stored = Arrays.copyOfRange(bytes, SALT_AT + SALT_BYTES, LENGTH);
        int rounds = thousands(text.substring(KIND.length(), SALT_AT - 1)) * ROUND_UNIT;
        return MessageDigest.isEqual(Sha256Crypt.hash(password, salt, rounds), stored);
    }

    private static int thousands(String digits) {
        return Math.min(Integer.parseInt(digits, 16), MOST_THOUSANDS);
    }

    /** Without the hash. */
    @Override
    public String toString() {
        return "SaltedVerifier";
    }
}
