package io.pinion.routing.function;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** MD5 for many threads: a digest object serves one computation, and cloning is cheaper than a provider lookup. */
final class Md5Digest {
    private final MessageDigest prototype;

    Md5Digest() {
        try {
            prototype = MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has MD5", e);
        }
    }

    byte[] of(byte[] key) {
        return fresh().digest(key);
    }

    MessageDigest fresh() {
        try {
            return (MessageDigest) prototype.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("the platform's MD5 can be cloned", e);
        }
    }

    /** The whole digest as an unsigned big-endian number, modulo {@code shards}. */
    static int modulo(byte[] digest, int shards) {
        long remainder = 0;
        for (byte next : digest) {
            remainder = (remainder << 8 | (next & 0xFF)) % shards;
        }
        return (int) remainder;
    }
}
