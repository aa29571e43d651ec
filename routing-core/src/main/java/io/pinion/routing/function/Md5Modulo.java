package io.pinion.routing.function;

/** {@code md5}: the 128-bit digest as an unsigned big-endian integer, modulo N. md5("1.2.3.4") mod 4096 is 1537. */
final class Md5Modulo implements ShardFunction {
    @Override
    public String name() {
        return "md5";
    }

    @Override
    public int shardOf(byte[] key, int shards) {
        return Md5Digest.modulo(Md5Digest.of(key), shards);
    }
}
