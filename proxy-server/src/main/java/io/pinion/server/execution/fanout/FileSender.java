package io.pinion.server.execution.fanout;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.pinion.protocol.frame.PacketWriter;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.answer.RowBuffer;

/** Sends rows of a client's file to a server that requested it, as fast as the server receives. */
final class FileSender {
    /** Less than any {@code max_allowed_packet} in practice. */
    private static final int PART_BYTES = 256 * 1024;

    private final BackendConnection connection;
    private final RowBuffer rows;
    private int sequence;
    private int sent;
    private boolean ended;

    /** @param sequence the sequence id that the server expects next */
    FileSender(BackendConnection connection, RowBuffer rows, int sequence) {
        this.connection = connection;
        this.rows = rows;
        this.sequence = sequence;
    }

    /**
     * Sends as much as the server receives now; called again when it receives more.
     *
     * @param wanted false to end the file here, because the statement will be undone
     */
    void goOn(boolean wanted) {
        while (!ended && wanted && sent < rows.size() && connection.isWritable()) {
            int part = sent;
            int length = Math.min(PART_BYTES, rows.size() - part);
            // First, because the write itself may report that the server receives more, and call this again.
            sent += length;
            send(rows.part(part, length));
        }
        if (!ended && (!wanted || sent == rows.size())) {
            ended = true;
            connection.fileSent();
            send(Unpooled.EMPTY_BUFFER);
        }
    }

    private void send(ByteBuf part) {
        ByteBuf packet = connection.allocator().directBuffer(PacketWriter.bytesFor(part.readableBytes()));
        PacketWriter.write(packet, sequence, part);
        sequence = (sequence + 1) & 0xFF;
        connection.sendFile(packet);
    }
}
