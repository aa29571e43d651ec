package io.pinion.server.execution;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.flags.ServerStatus;
import io.pinion.protocol.frame.PacketFramer;
import io.pinion.protocol.frame.WireReader;

/** Sets IN_TRANS in the last packet of a short, whole answer, for a client whose transaction no server knows of yet. */
final class InTransactionMark {
    private static final int CLASSIC_EOF_BYTES = 5;

    private InTransactionMark() {}

    /** Changes the bytes in place; an answer that failed must not be given. */
    static ByteBuf on(ByteBuf answer) {
        int last = answer.readerIndex();
        int next = behind(answer, last);
        while (next < answer.writerIndex()) {
            last = next;
            next = behind(answer, last);
        }
        int payload = last + PacketFramer.HEADER_BYTES;
        WireReader in = new WireReader(answer, payload, answer.writerIndex());
        boolean classicEof = in.remaining() == CLASSIC_EOF_BYTES && in.peek() == 0xFE;
        in.skip(1);
        if (classicEof) {
            in.skip(2);
        } else {
            in.lengthEncoded();
            in.lengthEncoded();
        }
        answer.setByte(in.position(), answer.getByte(in.position()) | ServerStatus.IN_TRANS);
        return answer;
    }

    private static int behind(ByteBuf answer, int packet) {
        return packet + PacketFramer.HEADER_BYTES + answer.getUnsignedMediumLE(packet);
    }
}
