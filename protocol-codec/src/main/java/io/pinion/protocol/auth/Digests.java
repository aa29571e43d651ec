package io.pinion.protocol.auth;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The hash functions of the login methods, and the operations on digests. */
final class Digests {
    private Digests() {}

    static byte[] sha1(byte[]... parts) {
        return digest("SHA-1", parts);
    }

    static byte[] sha256(byte[]... parts) {
        return digest("SHA-256", parts);
    }

    static byte[] sha512(byte[]... parts) {
        return digest("SHA-512", parts);
    }

    /** Both arrays have the same length. */
    static byte[] xor(byte[] left, byte[] right) {
        byte[] result = left.clone();
        for (int i = 0; i < result.length; i++) {
            result[i] ^= right[i];
        }
        return result;
    }

    private static byte[] digest(String algorithm, byte[]... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance(algorithm);
            for (byte[] part : parts) {
                digest.update(part);
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has " + algorithm, e);
        }
    }
}
