package io.pinion.server.execution;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.pinion.protocol.frame.PacketFramer;
import io.pinion.protocol.frame.PacketWriter;
import java.nio.charset.StandardCharsets;

/** The commands that Pinion sends to servers on its own account. The caller owns each buffer. */
final class Commands {
    private static final int COM_INIT_DB = 0x02;
    private static final int COM_SET_OPTION = 0x1B;
    private static final int COM_RESET_CONNECTION = 0x1F;

    private Commands() {}

    /** @param multiStatements what the connection has already, when nothing is to change but a status word is wanted */
    static ByteBuf setOption(boolean multiStatements, ByteBufAllocator allocator) {
        ByteBuf out = allocator.directBuffer(PacketFramer.HEADER_BYTES + 3);
        PacketWriter.writeHeader(out, 3, 0);
        return out.writeByte(COM_SET_OPTION).writeShortLE(multiStatements ? 0 : 1);
    }

    static ByteBuf resetConnection(ByteBufAllocator allocator) {
        return bare(COM_RESET_CONNECTION, allocator);
    }

    static ByteBuf initDb(String database, ByteBufAllocator allocator) {
        byte[] name = database.getBytes(StandardCharsets.UTF_8);
        ByteBuf out = allocator.directBuffer(PacketFramer.HEADER_BYTES + 1 + name.length);
        PacketWriter packets = new PacketWriter(out, 0);
        packets.begin().uint8(COM_INIT_DB).bytes(name);
        packets.end();
        return out;
    }

    private static ByteBuf bare(int command, ByteBufAllocator allocator) {
        ByteBuf out = allocator.directBuffer(PacketFramer.HEADER_BYTES + 1);
        PacketWriter.writeHeader(out, 1, 0);
        return out.writeByte(command);
    }
}
