package io.pinion.server.execution.answer;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.frame.PacketFramer;

/**
 * Renumbers the packets of an answer when editing has made the command longer or shorter by whole 16 MB packets. Reads
 * only headers; the bytes may be cut anywhere.
 */
public final class SequenceShift {
    private final int by;
    private final byte[] header = new byte[PacketFramer.HEADER_BYTES];
    private int headerBytes;
    private int payloadLeft;

    /** @param by the difference of the server's sequence ids to those that the client expects */
    public SequenceShift(int by) {
        this.by = by;
    }

    /** Changes the bytes in place. */
    public void renumber(ByteBuf bytes) {
        int index = bytes.readerIndex();
        int end = bytes.writerIndex();
        while (index < end) {
            if (payloadLeft > 0) {
                int skipped = Math.min(payloadLeft, end - index);
                payloadLeft -= skipped;
                index += skipped;
                continue;
            }
            header[headerBytes] = bytes.getByte(index);
            if (headerBytes == 3) {
                bytes.setByte(index, header[3] - by);
                payloadLeft = (header[0] & 0xFF) | (header[1] & 0xFF) << 8 | (header[2] & 0xFF) << 16;
                headerBytes = 0;
            } else {
                headerBytes++;
            }
            index++;
        }
    }
}
