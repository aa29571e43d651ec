package io.pinion.protocol.frame;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.util.Native;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.pinion.protocol.flags.ErrorCode;

/** CLIENT_ZSTD_COMPRESSION_ALGORITHM: each packet is one frame of zstd. */
public final class ZstdPacking implements Packing {
    /** MySQL's default for clients; a much higher level costs more time than it saves on a network. */
    private static final int DEFAULT_LEVEL = 3;

    /** A higher level, which a client may ask for, would take too much time on the event loop. */
    private static final int MAX_LEVEL = 9;

    private final int level;

    /** @param wished the level that the client asks for; 0 when it stated none */
    public ZstdPacking(int wished) {
        level = wished < 1 ? DEFAULT_LEVEL : Math.min(wished, MAX_LEVEL);
    }

    /** Whether this machine has native code for zstd; loads it. */
    static boolean isUsable() {
        try {
            Native.load();
            return Native.isLoaded();
        } catch (LinkageError e) {
            return false;
        }
    }

    @Override
    public boolean pack(ByteBuf plain, ByteBuf out) {
        byte[] bytes = ByteBufUtil.getBytes(plain);
        byte[] packed = Zstd.compress(bytes, level);
        if (packed.length >= bytes.length) {
            return false;
        }
        out.writeBytes(packed);
        return true;
    }

    @Override
    public void unpack(ByteBuf packed, int plainBytes, ByteBuf out) {
        byte[] bytes = ByteBufUtil.getBytes(packed);
        byte[] plain = new byte[plainBytes];
        if (sizeOf(plain, bytes) != plainBytes) {
            throw new MalformedPacket(ErrorCode.NET_UNCOMPRESS, "Couldn't uncompress communication packet");
        }
        out.writeBytes(plain);
    }

    /** The number of bytes unpacked; negative when {@code packed} is no zstd or {@code plain} too short. */
    private static long sizeOf(byte[] plain, byte[] packed) {
        try {
            return Zstd.decompressByteArray(plain, 0, plain.length, packed, 0, packed.length);
        } catch (ZstdException e) {
            return -1;
        }
    }

    @Override
    public void close() {
        // No state is kept between packets.
    }
}
