package io.pinion.protocol.server;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.AnswerPhases;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.WireReader;
import java.nio.charset.StandardCharsets;

/**
 * Decodes the packets of answers; {@link #expect} tells the kind of answer beforehand. Which packet comes next is known to
 * {@link AnswerPhases}, as it is for answers that are only relayed, which go past
 * {@link io.pinion.protocol.frame.AnswerScanner} instead.
 *
 * <p>Takes logical packets one after another and leaves them to their owner; a {@link Row} is a view of its packet.
 * Used by one thread.
 */
public final class ResponseReader {
    private final Terms terms;
    private final AnswerPhases phases = new AnswerPhases();
    private Expecting expecting = Expecting.NOTHING;

    /** @param terms of the connection that the answers come from */
    public ResponseReader(Terms terms) {
        this.terms = terms;
    }

    /** The packet that opens a connection: a {@link Greeting}, or a {@link ServerError} in its place. */
    public static ServerPacket greeting(ByteBuf packet) {
        WireReader in = new WireReader(packet);
        return in.peek() == 0xFF ? ServerError.decode(in, StandardCharsets.UTF_8) : Greeting.decode(packet);
    }

    /**
     * A packet of a login, or of COM_CHANGE_USER: {@link Ok}, {@link ServerError}, {@link AuthSwitchRequest} or {@link
     * AuthMoreData}.
     */
    public static ServerPacket authentication(ByteBuf packet) {
        WireReader in = new WireReader(packet);
        return switch (in.peek()) {
            case 0x00 -> Ok.decode(in);
            case 0x01 -> AuthMoreData.decode(in);
            case 0xFE -> AuthSwitchRequest.decode(in);
            case 0xFF -> ServerError.decode(in, StandardCharsets.UTF_8);
            default -> throw unexpected(in.peek(), "a login");
        };
    }

    /** Begins the answer of one command. */
    public void expect(Expecting expecting) {
        phases.expect(expecting, terms.capabilities());
        this.expecting = expecting;
    }

    /** True when the answer has ended, or none was expected. */
    public boolean isComplete() {
        return phases.isComplete();
    }

    /**
     * Reads the next packet of the answer.
     *
     * @throws MalformedPacket when the packet cannot come here; nothing more may be read then
     */
    public ServerPacket read(ByteBuf packet) {
        WireReader in = new WireReader(packet);
        AnswerPhases.Phase phase = phases.phase();
        if (phase == AnswerPhases.Phase.DONE) {
            throw new MalformedPacket("a packet behind the end of an answer");
        }
        int first = in.peek();
        boolean decides = phases.decides(first, in.remaining());
        if (decides) {
            phases.decide(in.ahead());
        } else {
            phases.passed();
        }
        if (phases.awaitsFile()) {
            // An OK or ERR follows the file and ends the result.
            phases.fileSent();
        }
        return switch (phase) {
            case DEFINITIONS -> ColumnDefinition.decode(in, terms);
            case ROWS -> decides ? end(in, first) : rowOrColumn(in, packet);
            default -> first == 0xFF ? error(in) : single(phase, in, first);
        };
    }

    private ServerPacket rowOrColumn(WireReader in, ByteBuf packet) {
        return expecting == Expecting.DEFINITIONS ? ColumnDefinition.decode(in, terms) : new Row(packet.slice());
    }

    private ServerPacket end(WireReader in, int first) {
        return first == 0xFF ? error(in) : EndOfRows.decode(in, terms);
    }

    /** Packets of which a phase has one. */
    private ServerPacket single(AnswerPhases.Phase phase, WireReader in, int first) {
        return switch (phase) {
            case FIRST ->
                switch (first) {
                    case 0x00 -> Ok.decode(in);
                    case WireReader.NULL_MARK -> LocalInfileRequest.decode(in);
                    default -> ColumnCount.decode(in);
                };
            case ACKNOWLEDGEMENT -> first == 0x00 ? Ok.decode(in) : EndOfRows.decode(in, terms);
            case PREPARED -> PreparedOk.decode(in);
            case METADATA_EOF -> EndOfRows.decode(in, terms);
            case TEXT -> new StatisticsText(in.remainingString(terms.charset()));
            case DEFINITIONS, ROWS, FILE, DONE -> throw new IllegalStateException("no single packet comes in " + phase);
        };
    }

    private ServerError error(WireReader in) {
        return ServerError.decode(in, terms.charset());
    }

    private static MalformedPacket unexpected(int first, String where) {
        return new MalformedPacket("a packet that begins with 0x" + Integer.toHexString(first) + " in " + where);
    }
}
