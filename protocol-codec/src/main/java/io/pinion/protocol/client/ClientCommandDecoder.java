package io.pinion.protocol.client;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.client.ClientCommand.ChangeUser;
import io.pinion.protocol.client.ClientCommand.FieldList;
import io.pinion.protocol.client.ClientCommand.InitDatabase;
import io.pinion.protocol.client.ClientCommand.Ping;
import io.pinion.protocol.client.ClientCommand.ProcessKill;
import io.pinion.protocol.client.ClientCommand.Query;
import io.pinion.protocol.client.ClientCommand.Quit;
import io.pinion.protocol.client.ClientCommand.ResetConnection;
import io.pinion.protocol.client.ClientCommand.SetOption;
import io.pinion.protocol.client.ClientCommand.StatementClose;
import io.pinion.protocol.client.ClientCommand.StatementExecute;
import io.pinion.protocol.client.ClientCommand.StatementFetch;
import io.pinion.protocol.client.ClientCommand.StatementPrepare;
import io.pinion.protocol.client.ClientCommand.StatementReset;
import io.pinion.protocol.client.ClientCommand.StatementSendLongData;
import io.pinion.protocol.client.ClientCommand.Statistics;
import io.pinion.protocol.client.ClientCommand.Unknown;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.WireReader;
import java.nio.charset.Charset;

/** Decodes a packet sent after login. Its first byte names the command: COM_… in the manual. */
public final class ClientCommandDecoder {
    public static final int COM_QUIT = 0x01;
    public static final int COM_INIT_DB = 0x02;
    public static final int COM_QUERY = 0x03;
    public static final int COM_FIELD_LIST = 0x04;
    public static final int COM_STATISTICS = 0x09;
    public static final int COM_PROCESS_KILL = 0x0C;
    public static final int COM_PING = 0x0E;
    public static final int COM_CHANGE_USER = 0x11;
    public static final int COM_STMT_PREPARE = 0x16;
    public static final int COM_STMT_EXECUTE = 0x17;
    public static final int COM_STMT_SEND_LONG_DATA = 0x18;
    public static final int COM_STMT_CLOSE = 0x19;
    public static final int COM_STMT_RESET = 0x1A;
    public static final int COM_SET_OPTION = 0x1B;
    public static final int COM_STMT_FETCH = 0x1C;
    public static final int COM_RESET_CONNECTION = 0x1F;

    private ClientCommandDecoder() {}

    /**
     * @param packet a logical packet's payload; its indices and its owner stay as they are
     * @param charset of names in the packet: the session's {@code character_set_client}
     * @throws MalformedPacket when the packet is too short for its command
     */
    public static ClientCommand decode(ByteBuf packet, Charset charset) {
        WireReader in = new WireReader(packet);
        if (!in.hasRemaining()) {
            return new Unknown(-1);
        }
        int code = in.uint8();
        return switch (code) {
            case COM_QUIT -> new Quit();
            case COM_INIT_DB -> new InitDatabase(in.remainingString(charset));
            case COM_QUERY -> new Query(in.remainingSlice());
            case COM_FIELD_LIST -> new FieldList(in.nullTerminatedString(charset), in.remainingString(charset));
            case COM_STATISTICS -> new Statistics();
            case COM_PROCESS_KILL -> new ProcessKill(in.uint32());
            case COM_PING -> new Ping();
            case COM_CHANGE_USER -> new ChangeUser(in.remainingSlice());
            case COM_STMT_PREPARE -> new StatementPrepare(in.remainingSlice());
            case COM_STMT_EXECUTE -> execute(in);
            case COM_STMT_SEND_LONG_DATA -> new StatementSendLongData(in.uint32(), in.uint16(), in.remainingSlice());
            case COM_STMT_CLOSE -> new StatementClose(in.uint32());
            case COM_STMT_RESET -> new StatementReset(in.uint32());
            case COM_SET_OPTION -> new SetOption(in.uint16());
            case COM_STMT_FETCH -> new StatementFetch(in.uint32(), in.uint32());
            case COM_RESET_CONNECTION -> new ResetConnection();
            default -> new Unknown(code);
        };
    }

    private static StatementExecute execute(WireReader in) {
        long statementId = in.uint32();
        int flags = in.uint8();
        // The iteration count, which is 1 in every client; a server ignores it.
        in.skip(4);
        return new StatementExecute(statementId, flags, in.remainingSlice());
    }
}
