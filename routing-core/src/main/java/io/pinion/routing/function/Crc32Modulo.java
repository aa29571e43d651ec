package io.pinion.routing.function;

import java.util.zip.CRC32;

/** {@code crc32}: MySQL's and PHP's {@code CRC32(key) % N}. */
final class Crc32Modulo implements ShardFunction {
    @Override
    public String name() {
        return "crc32";
    }

    @Override
    public int shardOf(byte[] key, int shards) {
        CRC32 checksum = new CRC32();
        checksum.update(key);
        return (int) (checksum.getValue() % shards);
    }
}
