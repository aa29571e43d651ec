package io.pinion.protocol.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * The hash that MySQL stores for {@code caching_sha2_password}: SHA-crypt with SHA-256 (Drepper, "Unix crypt using
 * SHA-256 and SHA-512"), but with 20 bytes of salt instead of 16. Slow on purpose: 5000 rounds take the CPU some
 * milliseconds.
 */
final class Sha256Crypt {
    private static final String LETTERS = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final int DIGEST_BYTES = 32;

    /** The order in which the digest's bytes are written, three for four letters. */
    private static final int[] ORDER = {
        0, 10, 20, 21, 1, 11, 12, 22, 2, 3, 13, 23, 24, 4, 14, 15, 25, 5, 6, 16, 26, 27, 7, 17, 18, 28, 8, 9, 19, 29
    };

    private final MessageDigest sha256;

    private Sha256Crypt() {
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** The 43 letters of the hash, in ASCII. */
    static byte[] hash(byte[] password, byte[] salt, int rounds) {
        return new Sha256Crypt().compute(password, salt, rounds);
    }

    private byte[] compute(byte[] password, byte[] salt, int rounds) {
        byte[] digest = start(password, salt);
        byte[] passwordBytes = repeated(digestOfCopies(password, password.length), password.length);
        byte[] saltBytes = repeated(digestOfCopies(salt, 16 + (digest[0] & 0xFF)), salt.length);
        for (int round = 0; round < rounds; round++) {
            boolean odd = (round & 1) != 0;
            sha256.update(odd ? passwordBytes : digest);
            if (round % 3 != 0) {
                sha256.update(saltBytes);
            }
            if (round % 7 != 0) {
                sha256.update(passwordBytes);
            }
            sha256.update(odd ? digest : passwordBytes);
            digest = sha256.digest();
        }
        return letters(digest);
    }

    private byte[] start(byte[] password, byte[] salt) {
        sha256.update(password);
        sha256.update(salt);
        byte[] other = sha256.digest(password);
        sha256.update(password);
        sha256.update(salt);
        sha256.update(repeated(other, password.length));
        for (int left = password.length; left > 0; left >>= 1) {
            sha256.update((left & 1) != 0 ? other : password);
        }
        return sha256.digest();
    }

    private byte[] digestOfCopies(byte[] of, int copies) {
        for (int i = 0; i < copies; i++) {
            sha256.update(of);
        }
        return sha256.digest();
    }

    private static byte[] repeated(byte[] digest, int length) {
        byte[] result = new byte[length];
        for (int at = 0; at < length; at += DIGEST_BYTES) {
            System.arraycopy(digest, 0, result, at, Math.min(DIGEST_BYTES, length - at));
        }
        return result;
    }

    private static byte[] letters(byte[] digest) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < ORDER.length; i += 3) {
            append(text, digest[ORDER[i]], digest[ORDER[i + 1]], digest[ORDER[i + 2]], 4);
        }
        append(text, (byte) 0, digest[31], digest[30], 3);
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static void append(StringBuilder text, byte high, byte middle, byte low, int letters) {
        int bits = ((high & 0xFF) << 16) | ((middle & 0xFF) << 8) | (low & 0xFF);
        for (int i = 0; i < letters; i++) {
            text.append(LETTERS.charAt(bits & 0x3F));
            bits >>= 6;
        }
    }

    /** Random letters of this hash's own alphabet. */
    static byte[] salt(byte[] random) {
        byte[] salt = Arrays.copyOf(random, random.length);
        for (int i = 0; i < salt.length; i++) {
            salt[i] = (byte) LETTERS.charAt(salt[i] & 0x3F);
        }
        return salt;
    }
}
