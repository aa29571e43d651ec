package io.pinion.routing.function;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** MD5 for many threads: each has a digest object of its own, since one that is cloned costs as much as the digest. */
final class Md5Digest {
    private static final ThreadLocal<MessageDigest> OF_THREAD = ThreadLocal.withInitial(Md5Digest::create);

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private Md5Digest() {}

    private static MessageDigest create() {
        try {
            return MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has MD5", e);
        }
    }

    static byte[] of(byte[] key) {
        return ofThread().digest(key);
    }

    /** The thread's own, without any bytes yet; {@code digest} leaves it so. */
    static MessageDigest ofThread() {
        return OF_THREAD.get();
    }

    /** The whole digest as an unsigned big-endian number, modulo {@code shards}: a division for each four of its bytes. */
    static int modulo(byte[] digest, int shards) {
        long remainder = 0;
        for (int at = 0; at < digest.length; at += Integer.BYTES) {
            remainder = (remainder << Integer.SIZE | ((int) INTS.get(digest, at) & 0xFFFF_FFFFL)) % shards;
        }
        return (int) remainder;
    }
}
