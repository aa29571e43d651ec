package io.pinion.server.execution.answer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.pinion.protocol.frame.PacketFramer;
import io.pinion.protocol.server.ServerError;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Holds the bytes of a short answer until it is complete. Owns the buffers that it gets. */
public final class AnswerCollector {
    private static final int OK_HEADER = 0x00;
    private static final int ERROR_HEADER = 0xFF;

    private @Nullable ByteBuf collected;

    /** What is collected is in a buffer of this collector's own, which has room for more or makes it. */
    private boolean grows;

    public void add(ByteBuf bytes) {
        ByteBuf before = collected;
        if (before == null || !before.isReadable()) {
            clear();
            collected = bytes;
            grows = false;
            return;
        }
        ByteBuf own = before;
        if (!grows) {
            own = Unpooled.buffer(2 * (before.readableBytes() + bytes.readableBytes()))
                    .writeBytes(before);
            before.release();
            collected = own;
            grows = true;
        }
        own.writeBytes(bytes);
        bytes.release();
    }

    /** Whether {@code answer}, which has its first packet's first byte, is an error. */
    public static boolean isError(ByteBuf answer) {
        return answer.getUnsignedByte(answer.readerIndex() + PacketFramer.HEADER_BYTES) == ERROR_HEADER;
    }

    public int size() {
        return collected == null ? 0 : collected.readableBytes();
    }

    /** Whether the first packet is an error. */
    public boolean isError() {
        return isError(require());
    }

    /** True when the bytes are one OK packet and nothing else. */
    public boolean isOk() {
        ByteBuf bytes = collected;
        return bytes != null
                && bytes.readableBytes() > PacketFramer.HEADER_BYTES
                && bytes.getUnsignedByte(bytes.readerIndex() + PacketFramer.HEADER_BYTES) == OK_HEADER
                && bytes.getUnsignedMediumLE(bytes.readerIndex()) + PacketFramer.HEADER_BYTES == bytes.readableBytes();
    }

    /** The sequence id of the first packet. */
    public int sequence() {
        ByteBuf bytes = require();
        return bytes.getUnsignedByte(bytes.readerIndex() + 3);
    }

    /** A view of the first packet's payload, valid until the bytes are handed over or cleared. */
    public ByteBuf payload() {
        ByteBuf bytes = require();
        int start = bytes.readerIndex();
        return bytes.slice(start + PacketFramer.HEADER_BYTES, bytes.getUnsignedMediumLE(start));
    }

    /** The error that was collected; nothing is held afterwards. */
    public ServerError takeError() {
        try {
            return ServerError.decode(payload(), StandardCharsets.UTF_8);
        } finally {
            clear();
        }
    }

    /** A view of all bytes, valid until they are handed over or cleared. */
    public ByteBuf bytes() {
        return require();
    }

    /** Hands over all bytes; nothing is held afterwards. */
    public ByteBuf takeAll() {
        ByteBuf bytes = require();
        collected = null;
        return bytes;
    }

    public void clear() {
        if (collected != null) {
            collected.release();
            collected = null;
        }
    }

    private ByteBuf require() {
        if (collected == null) {
            throw new IllegalStateException("nothing was collected");
        }
        return collected;
    }
}
