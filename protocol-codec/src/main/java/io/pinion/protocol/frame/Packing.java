package io.pinion.protocol.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.pinion.protocol.flags.ErrorCode;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Compression of the content of compressed packets (CLIENT_COMPRESS), each a stream of zlib by itself. One instance for
 * each connection and direction, used by one thread; {@link #close} frees its native memory.
 */
final class Packing implements AutoCloseable {
    private final Deflater deflater = new Deflater();
    private final Inflater inflater = new Inflater();

    /**
     * Packs all readable bytes of {@code plain} into {@code out}; owns neither.
     *
     * @return false, with nothing written, when the packed bytes wouldn't be fewer
     */
    boolean pack(ByteBuf plain, ByteBuf out) {
        int length = plain.readableBytes();
        byte[] packed = new byte[length];
        deflater.reset();
        deflater.setInput(ByteBufUtil.getBytes(plain));
        deflater.finish();
        int size = deflater.deflate(packed);
        if (!deflater.finished() || size >= length) {
            return false;
        }
        out.writeBytes(packed, 0, size);
        return true;
    }

    /**
     * Unpacks all readable bytes of {@code packed} into {@code out}, which has room for them; owns neither.
     *
     * @param plainBytes the number of bytes that must come out
     * @throws MalformedPacket when another number comes out, or the bytes aren't packed in this way
     */
    void unpack(ByteBuf packed, int plainBytes, ByteBuf out) {
        byte[] plain = new byte[plainBytes];
        inflater.reset();
        inflater.setInput(ByteBufUtil.getBytes(packed));
        try {
            int size = inflater.inflate(plain);
            // A stream that would go on, or has bytes behind its end, doesn't match the announced length.
            boolean whole = size == plainBytes && (inflater.finished() || inflater.inflate(new byte[1]) == 0);
            if (!whole || !inflater.finished() || inflater.getRemaining() > 0) {
                throw wrong();
            }
        } catch (DataFormatException e) {
            throw wrong();
        }
        out.writeBytes(plain);
    }

    private static MalformedPacket wrong() {
        return new MalformedPacket(ErrorCode.NET_UNCOMPRESS, "Couldn't uncompress communication packet");
    }

    @Override
    public void close() {
        deflater.end();
        inflater.end();
    }
}
