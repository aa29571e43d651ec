package io.pinion.server.execution.answer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.pinion.protocol.frame.PacketFramer;
import org.jspecify.annotations.Nullable;

/**
 * Holds the beginning of the answer to a COM_STMT_PREPARE, with the statement's id and counts, or all of it when it is
 * an error. Drops the definitions after that. Owns the buffers that it gets.
 */
public final class PreparedHead {
    private static final int HANDLE_AT = PacketFramer.HEADER_BYTES + 1;
    private static final int COLUMNS_AT = HANDLE_AT + 4;
    private static final int PARAMETERS_AT = COLUMNS_AT + 2;

    /** The bytes up to the count of parameters; of an error, all bytes are kept. */
    public static final int BYTES = PARAMETERS_AT + 2;

    private @Nullable ByteBuf bytes;

    public void add(ByteBuf more) {
        ByteBuf before = bytes;
        if (before == null) {
            bytes = more;
        } else if (before.readableBytes() < BYTES || AnswerCollector.isError(before)) {
            bytes = Unpooled.buffer(before.readableBytes() + more.readableBytes())
                    .writeBytes(before)
                    .writeBytes(more);
            before.release();
            more.release();
        } else {
            more.release();
        }
    }

    /** The server's id of the prepared statement. */
    public long handle() {
        return handle(require());
    }

    public static long handle(ByteBuf answer) {
        return answer.getUnsignedIntLE(answer.readerIndex() + HANDLE_AT);
    }

    public static void handle(ByteBuf answer, long handle) {
        answer.setIntLE(answer.readerIndex() + HANDLE_AT, (int) handle);
    }

    public static int parameters(ByteBuf answer) {
        return answer.getUnsignedShortLE(answer.readerIndex() + PARAMETERS_AT);
    }

    /** Hands over the error packet with another sequence id. */
    public ByteBuf takeNumbered(int sequence) {
        ByteBuf error = require();
        bytes = null;
        return error.setByte(error.readerIndex() + 3, sequence);
    }

    public void release() {
        if (bytes != null) {
            bytes.release();
            bytes = null;
        }
    }

    private ByteBuf require() {
        if (bytes == null) {
            throw new IllegalStateException("the answer has no first packet");
        }
        return bytes;
    }
}
