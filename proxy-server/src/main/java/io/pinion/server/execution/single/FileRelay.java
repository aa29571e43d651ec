package io.pinion.server.execution.single;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.frame.Packet;
import io.pinion.protocol.frame.PacketWriter;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.answer.FileReceiver;

/** Passes a client's file to the server that asked for it. Only ever the client's own file: Pinion opens none. */
final class FileRelay implements FileReceiver {
    private final BackendConnection connection;
    private final int firstSequence;
    private int serverSequence;

    /**
     * @param serverSequence the sequence id that the server expects next
     * @param firstSequence the sequence id of the client's first packet
     */
    FileRelay(BackendConnection connection, int serverSequence, int firstSequence) {
        this.connection = connection;
        this.serverSequence = serverSequence;
        this.firstSequence = firstSequence;
    }

    @Override
    public int firstSequence() {
        return firstSequence;
    }

    @Override
    public boolean isReady() {
        return connection.isWritable();
    }

    @Override
    public void part(Packet packet) {
        try {
            ByteBuf payload = packet.payload();
            int length = payload.readableBytes();
            ByteBuf out = connection.allocator().directBuffer(PacketWriter.bytesFor(length));
            PacketWriter.write(out, serverSequence, payload);
            serverSequence = (serverSequence + PacketWriter.packetsFor(length)) & 0xFF;
            if (!payload.isReadable()) {
                connection.fileSent();
            }
            connection.sendFile(out);
        } finally {
            packet.release();
        }
    }
}
