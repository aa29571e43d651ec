package io.pinion.server.execution.answer;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.frame.PacketFramer;

/** The beginning of the answer to a COM_STMT_PREPARE that isn't an error: the statement's id and counts. */
public final class PreparedHead {
    private static final int HANDLE_AT = PacketFramer.HEADER_BYTES + 1;
    private static final int COLUMNS_AT = HANDLE_AT + 4;
    private static final int PARAMETERS_AT = COLUMNS_AT + 2;

    /** The bytes up to the count of parameters. */
    public static final int BYTES = PARAMETERS_AT + 2;

    private PreparedHead() {}

    /** The server's id of the prepared statement. */
    public static long handle(ByteBuf answer) {
        return answer.getUnsignedIntLE(answer.readerIndex() + HANDLE_AT);
    }

    public static void handle(ByteBuf answer, long handle) {
        answer.setIntLE(answer.readerIndex() + HANDLE_AT, (int) handle);
    }

    public static int parameters(ByteBuf answer) {
        return answer.getUnsignedShortLE(answer.readerIndex() + PARAMETERS_AT);
    }
}
