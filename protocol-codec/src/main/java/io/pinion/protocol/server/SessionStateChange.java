package io.pinion.protocol.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.WireReader;
import io.pinion.protocol.frame.WireWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** One tracked change of the session, in an OK or an end of rows: SESSION_TRACK_… in the manual. */
public sealed interface SessionStateChange {

    /**
     * A tracked system variable was assigned to, perhaps the value that it had; {@code value} is as the server writes
     * it.
     */
    record SystemVariable(String name, String value) implements SessionStateChange {}

    /** The current database has changed; empty when it was dropped. */
    record Schema(String name) implements SessionStateChange {}

    /** The session has state that a plain reconnect would lose, such as a user variable or a temporary table. */
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

    /** Encodes a list of changes as in an OK; the mirror of {@link #decodeAll}. */
    static byte[] encodeAll(List<SessionStateChange> changes) {
        ByteBuf out = Unpooled.buffer();
        WireWriter list = new WireWriter(out);
        for (SessionStateChange change : changes) {
            ByteBuf body = Unpooled.buffer();
            list.uint8(change.encode(new WireWriter(body))).lengthEncodedBytes(body);
        }
        return ByteBufUtil.getBytes(out);
    }

    /** Writes the body behind the type and the length; returns the type. */
    private int encode(WireWriter body) {
        Charset charset = StandardCharsets.UTF_8;
        return switch (this) {
            case SystemVariable(String name, String value) -> {
                body.lengthEncodedString(name, charset).lengthEncodedString(value, charset);
                yield 0;
            }
            case Schema(String name) -> {
                body.lengthEncodedString(name, charset);
                yield 1;
            }
            case StateChanged(boolean changed) -> {
                body.string(changed ? "1" : "0", charset);
                yield 2;
            }
            case Gtids(String set) -> {
                body.uint8(0).lengthEncodedString(set, charset);
                yield 3;
            }
            case TransactionCharacteristics(String sql) -> {
                body.lengthEncodedString(sql, charset);
                yield 4;
            }
            case TransactionState(String letters) -> {
                body.lengthEncodedString(letters, charset);
                yield 5;
            }
            case Other(int type, byte[] bytes) -> {
                body.bytes(bytes);
                yield type;
            }
        };
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
            // The manual shows a length before this value; servers write none.
            case 2 -> into.add(new StateChanged(body.remainingString(charset).equals("1")));
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
