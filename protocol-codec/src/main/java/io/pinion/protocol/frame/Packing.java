package io.pinion.protocol.frame;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.flags.Capabilities;

/**
 * How the bytes inside of a compressed packet are packed: each packet by itself. One for each connection and direction,
 * used by one thread; what it holds outside of the heap is given back by {@link #close}.
 */
public sealed interface Packing extends AutoCloseable permits ZlibPacking, ZstdPacking {

    /**
     * Packs all readable bytes of {@code plain} into {@code out}; owns neither.
     *
     * @return false, with nothing written, when they wouldn't become fewer
     */
    boolean pack(ByteBuf plain, ByteBuf out);

    /**
     * Unpacks all readable bytes of {@code packed} into {@code out}, which has room for them; owns neither.
     *
     * @param plainBytes how many they must become
     * @throws MalformedPacket when they don't, or aren't packed in this way
     */
    void unpack(ByteBuf packed, int plainBytes, ByteBuf out);

    @Override
    void close();

    /** What can be offered to clients on this machine: zstd needs native code. */
    static Capabilities usable() {
        return ZstdPacking.isUsable()
                ? Capabilities.of(Capabilities.COMPRESS, Capabilities.ZSTD_COMPRESSION_ALGORITHM)
                : Capabilities.of(Capabilities.COMPRESS);
    }

    /**
     * What both sides have agreed on: zlib first, as servers choose when a client can do both.
     *
     * @param zstdLevel the client's wish for zstd, 1 to 22
     */
    static Packing of(Capabilities agreed, int zstdLevel) {
        return agreed.has(Capabilities.COMPRESS) ? new ZlibPacking() : new ZstdPacking(zstdLevel);
    }
}
