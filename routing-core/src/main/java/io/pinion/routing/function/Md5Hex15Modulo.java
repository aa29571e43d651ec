package io.pinion.routing.function;

/**
 * {@code md5_hex15}: the first 15 hex digits of the digest (60 bits, what fits a signed integer), modulo N. 1.2.3.4
 * lands on 2322 of 4096.
 */
final class Md5Hex15Modulo implements ShardFunction {
    @Override
    public String name() {
        return "md5_hex15";
    }

    @Override
    public int shardOf(byte[] key, int shards) {
        byte[] digest = Md5Digest.of(key);
        long first64 = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            first64 = first64 << 8 | (digest[i] & 0xFF);
        }
        return (int) ((first64 >>> 4) % shards);
    }
}
