package io.pinion.server.execution.fanout;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.pinion.protocol.frame.PacketWriter;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.answer.RowBuffer;

/** Sends rows of a client's file to a server that asked for them, as fast as it takes them. */
final class FileSender {
    /** Less than a server's smallest {@code max_allowed_packet} that is of use. */
    private static final int PART_BYTES = 256 * 1024;

    private final BackendConnection connection;
    private final RowBuffer rows;
    private int sequence;
    private int sent;
    private boolean ended;

    /** @param sequence what the server expects next */
    FileSender(BackendConnection connection, RowBuffer rows, int sequence) {
        this.connection = connection;
        this.rows = rows;
        this.sequence = sequence;
    }

    /**
     * Sends what the server takes now; to be called again when it takes more.
     *
     * @param wanted false to end the file here: what was sent of it will be undone
     */
    void goOn(boolean wanted) {
        while (!ended && wanted && sent < rows.size() && connection.isWritable()) {
            int part = sent;
            int length = Math.min(PART_BYTES, rows.size() - part);
            // First, since the write itself may tell that the server takes more, and come back here.
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
