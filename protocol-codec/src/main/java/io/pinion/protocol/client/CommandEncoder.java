package io.pinion.protocol.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.pinion.protocol.frame.PacketFramer;
import io.pinion.protocol.frame.PacketWriter;
import io.pinion.protocol.frame.WireWriter;
import java.util.List;
import java.util.function.Consumer;

/** Encodes the commands that Pinion sends to servers, in whole packets numbered from 0. The caller owns each buffer. */
public final class CommandEncoder {
    /** COM_STMT_EXECUTE up to its parameters: the command, the statement's number, flags, the iteration count. */
    public static final int EXECUTE_FIXED_BYTES = 10;

    private CommandEncoder() {}

    /** COM_QUERY. */
    public static ByteBuf query(byte[] sql, ByteBufAllocator allocator) {
        int length = 1 + sql.length;
        if (length < PacketFramer.MAX_PHYSICAL_BYTES) {
            // On the way of every statement.
            ByteBuf out = allocator.directBuffer(PacketFramer.HEADER_BYTES + length);
            PacketWriter.writeHeader(out, length, 0);
            return out.writeByte(ClientCommandDecoder.COM_QUERY).writeBytes(sql);
        }
        return encode(allocator, length, out -> out.uint8(ClientCommandDecoder.COM_QUERY)
                .bytes(sql));
    }

    /** The number of physical packets of a COM_QUERY or COM_STMT_PREPARE, which is also its answer's first sequence id. */
    public static int packets(byte[] sql) {
        return PacketWriter.packetsFor(1 + sql.length);
    }

    /** COM_INIT_DB. */
    public static ByteBuf initDatabase(byte[] database, ByteBufAllocator allocator) {
        return encode(allocator, 1 + database.length, out -> out.uint8(ClientCommandDecoder.COM_INIT_DB)
                .bytes(database));
    }

    /** COM_FIELD_LIST. */
    public static ByteBuf fieldList(byte[] table, byte[] wildcard, ByteBufAllocator allocator) {
        return encode(
                allocator, 2 + table.length + wildcard.length, out -> out.uint8(ClientCommandDecoder.COM_FIELD_LIST)
                        .bytes(table)
                        .uint8(0)
                        .bytes(wildcard));
    }

    /** COM_SET_OPTION: allows several statements in one text, or forbids them. */
    public static ByteBuf multiStatements(boolean on, ByteBufAllocator allocator) {
        return encode(allocator, 3, out -> out.uint8(ClientCommandDecoder.COM_SET_OPTION)
                .uint16(on ? 0 : 1));
    }

    /** COM_RESET_CONNECTION. */
    public static ByteBuf resetConnection(ByteBufAllocator allocator) {
        return encode(allocator, 1, out -> out.uint8(ClientCommandDecoder.COM_RESET_CONNECTION));
    }

    /** COM_STMT_PREPARE. */
    public static ByteBuf prepare(byte[] sql, ByteBufAllocator allocator) {
        return encode(allocator, 1 + sql.length, out -> out.uint8(ClientCommandDecoder.COM_STMT_PREPARE)
                .bytes(sql));
    }

    /**
     * COM_STMT_EXECUTE.
     *
     * @param flags see {@link ClientCommand.StatementExecute}
     */
    public static ByteBuf execute(long statement, int flags, List<BoundParameter> values, ByteBufAllocator allocator) {
        return encode(allocator, EXECUTE_FIXED_BYTES + ExecuteParameters.length(values), out -> {
            out.uint8(ClientCommandDecoder.COM_STMT_EXECUTE)
                    .uint32(statement)
                    .uint8(flags)
                    .uint32(1);
            ExecuteParameters.write(out, values);
        });
    }

    /** COM_STMT_SEND_LONG_DATA; {@code piece} stays the caller's. */
    public static ByteBuf longData(long statement, int parameter, ByteBuf piece, ByteBufAllocator allocator) {
        return encode(
                allocator, 7 + piece.readableBytes(), out -> out.uint8(ClientCommandDecoder.COM_STMT_SEND_LONG_DATA)
                        .uint32(statement)
                        .uint16(parameter)
                        .bytes(piece));
    }

    /** COM_STMT_FETCH. */
    public static ByteBuf fetch(long statement, long rows, ByteBufAllocator allocator) {
        return encode(allocator, 9, out -> out.uint8(ClientCommandDecoder.COM_STMT_FETCH)
                .uint32(statement)
                .uint32(rows));
    }

    /** COM_STMT_CLOSE. */
    public static ByteBuf close(long statement, ByteBufAllocator allocator) {
        return encode(allocator, 5, out -> out.uint8(ClientCommandDecoder.COM_STMT_CLOSE)
                .uint32(statement));
    }

    private static ByteBuf encode(ByteBufAllocator allocator, int payloadBytes, Consumer<WireWriter> payload) {
        ByteBuf out = allocator.directBuffer(PacketWriter.bytesFor(payloadBytes));
        PacketWriter packets = new PacketWriter(out, 0);
        payload.accept(packets.begin());
        packets.end();
        return out;
    }
}
