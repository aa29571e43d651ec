package io.pinion.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.HexFormat;

/** Packets as text: hex digits in any grouping, and whatever follows a # is a comment. */
public final class Hex {
    private Hex() {}

    public static byte[] bytes(String commented) {
        return HexFormat.of().parseHex(commented.replaceAll("#[^\\n]*", "").replaceAll("\\s+", ""));
    }

    public static ByteBuf buffer(String commented) {
        return Unpooled.wrappedBuffer(bytes(commented));
    }

    public static String of(ByteBuf buffer) {
        byte[] bytes = new byte[buffer.readableBytes()];
        buffer.getBytes(buffer.readerIndex(), bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
