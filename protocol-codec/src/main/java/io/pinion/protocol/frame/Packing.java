package io.pinion.protocol.frame;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.flags.Capabilities;

/**
 * Compression of the content of compressed packets, each by itself. One instance for each connection and direction,
 * used by one thread; {@link #close} frees its native memory.
 */
public sealed interface Packing extends AutoCloseable permits ZlibPacking, ZstdPacking {

    /**
     * Packs all readable bytes of {@code plain} into {@code out}; owns neither.
     *
     * @return false, with nothing written, when the packed bytes wouldn't be fewer
     */
    boolean pack(ByteBuf plain, ByteBuf out);

    /**
     * Unpacks all readable bytes of {@code packed} into {@code out}, which has room for them; owns neither.
     *
     * @param plainBytes the number of bytes that must come out
     * @throws MalformedPacket when another number comes out, or the bytes aren't packed in this way
     */
    void unpack(ByteBuf packed, int plainBytes, ByteBuf out);

    @Override
    void close();

    /** The compression methods that this machine can offer to clients: zstd needs native code. */
    static Capabilities usable() {
        return ZstdPacking.isUsable()
                ? Capabilities.of(Capabilities.COMPRESS, Capabilities.ZSTD_COMPRESSION_ALGORITHM)
                : Capabilities.of(Capabilities.COMPRESS);
    }

    /**
     * The packing that both sides agreed on: zlib first, as servers choose when a client can do both.
     *
     * @param zstdLevel the level that the client asks for, 1 to 22
     */
    static Packing of(Capabilities agreed, int zstdLevel) {
        return agreed.has(Capabilities.COMPRESS) ? new ZlibPacking() : new ZstdPacking(zstdLevel);
    }
}
