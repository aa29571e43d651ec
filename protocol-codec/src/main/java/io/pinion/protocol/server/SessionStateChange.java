package io.pinion.protocol.server;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.WireReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** One tracked change of the session, told inside an OK or an end of rows: SESSION_TRACK_… in the manual. */
public sealed interface SessionStateChange {

    /** A listed system variable was assigned to, perhaps the value it had; {@code value} is as the server writes it. */
    record SystemVariable(String name, String value) implements SessionStateChange {}

    /** The current database is another one; empty when it was dropped. */
    record Schema(String name) implements SessionStateChange {}

    /** Something happened that a plain reconnect would lose, such as a user variable or a temporary table. */
    record StateChanged(boolean changed) implements SessionStateChange {}

    /** MySQL: the GTIDs of the transaction committed. */
    record Gtids(String set) implements SessionStateChange {}

    /** The SQL text that would start the same kind of transaction elsewhere; empty when it is the default. */
    record TransactionCharacteristics(String sql) implements SessionStateChange {}

    /** Eight letters, such as {@code T_R_____}; {@code ________} is no transaction. */
    record TransactionState(String letters) implements SessionStateChange {}

    /** A kind that this list does not know. */
    record Other(int type, byte[] body) implements SessionStateChange {}

    /**
     * Decodes a list of changes, or several behind one another; the buffer's indices and owner stay as they are.
     *
     * @throws MalformedPacket when a length does not fit
     */
    static List<SessionStateChange> decodeAll(ByteBuf changes) {
        WireReader in = new WireReader(changes);
        List<SessionStateChange> all = new ArrayList<>();
        while (in.hasRemaining()) {
            int type = in.uint8();
            decode(type, new WireReader(in.lengthEncodedSlice()), all);
        }
        return all;
    }

    private static void decode(int type, WireReader body, List<SessionStateChange> into) {
        Charset charset = StandardCharsets.UTF_8;
        switch (type) {
            case 0 -> {
                // MariaDB may put several pairs into one body.
                do {
                    into.add(new SystemVariable(body.lengthEncodedString(charset), body.lengthEncodedString(charset)));
                } while (body.hasRemaining());
            }
            case 1 -> into.add(new Schema(body.lengthEncodedString(charset)));
            case 2 ->
                into.add(new StateChanged(body.lengthEncodedString(charset).equals("1")));
            case 3 -> {
                body.skip(1);
                into.add(new Gtids(body.lengthEncodedString(charset)));
            }
            case 4 -> into.add(new TransactionCharacteristics(body.lengthEncodedString(charset)));
            case 5 -> into.add(new TransactionState(body.lengthEncodedString(charset)));
            default -> into.add(new Other(type, body.remainingBytes()));
        }
    }
}
