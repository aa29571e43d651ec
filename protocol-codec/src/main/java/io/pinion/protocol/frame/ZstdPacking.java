package io.pinion.protocol.frame;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.util.Native;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.pinion.protocol.flags.ErrorCode;

/** CLIENT_ZSTD_COMPRESSION_ALGORITHM: each packet is one frame of zstd. */
public final class ZstdPacking implements Packing {
    /** MySQL's default for clients; much more costs more time than a network does. */
    private static final int DEFAULT_LEVEL = 3;

    /** A client's wish beyond it would let it take the loop's processor. */
    private static final int MAX_LEVEL = 9;

    private final int level;

    /** @param wished by the client; 0 when it said nothing */
    public ZstdPacking(int wished) {
        level = wished < 1 ? DEFAULT_LEVEL : Math.min(wished, MAX_LEVEL);
    }

    /** Whether there is native code for this machine; loads it. */
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

    /** How much has been unpacked; negative when that is impossible, or more than there is room for. */
    private static long sizeOf(byte[] plain, byte[] packed) {
        try {
            return Zstd.decompressByteArray(plain, 0, plain.length, packed, 0, packed.length);
        } catch (ZstdException e) {
            return -1;
        }
    }

    @Override
    public void close() {
        // Nothing is kept between packets.
    }
}
