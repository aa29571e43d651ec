package io.pinion.protocol.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.pinion.protocol.server.ColumnType;

/** One parameter of a COM_STMT_EXECUTE with its type, both as in the packet. */
public sealed interface BoundParameter {
    ColumnType type();

    boolean unsigned();

    /** NULL: a bit of the bitmap, no bytes. */
    record Null(ColumnType type, boolean unsigned) implements BoundParameter {}

    /**
     * A value in its type's binary form.
     *
     * @param bytes the value without its length prefix; a view of the packet, see {@link ClientCommand}
     */
    record Sent(ColumnType type, boolean unsigned, ByteBuf bytes) implements BoundParameter {}

    /** The value came before, by COM_STMT_SEND_LONG_DATA. */
    record SentBefore(ColumnType type, boolean unsigned) implements BoundParameter {}

    /** A signed integer of 64 bits. */
    static BoundParameter number(long value) {
        return new Sent(
                ColumnType.LONGLONG,
                false,
                Unpooled.buffer(Long.BYTES, Long.BYTES).writeLongLE(value));
    }
}
