package io.pinion.routing.function;

import java.security.MessageDigest;

/**
 * {@code md5_newline}: {@code md5} of the key plus a newline, as {@code echo key | md5sum} computes it; 1.2.3.4 lands on
 * 1524 of 4096, the number that the article "Sharding Pinterest" prints.
 */
final class Md5NewlineModulo implements ShardFunction {
    @Override
    public String name() {
        return "md5_newline";
    }

    @Override
    public int shardOf(byte[] key, int shards) {
        MessageDigest digest = Md5Digest.ofThread();
        digest.update(key);
        digest.update((byte) '\n');
        return Md5Digest.modulo(digest.digest(), shards);
    }
}
