package io.pinion.protocol.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.pinion.protocol.flags.Capabilities;

/**
 * Finds the end of an answer that is relayed unchanged, from packet headers and first bytes alone.
 *
 * <p>Bytes may be cut anywhere. {@link PassingPackets} follows the packets, {@link AnswerPhases} knows which one comes
 * next, and only a deciding packet (OK, ERR, EOF, count) that a cut went through is copied, into {@link CutPacket}. An
 * answer without such a cut, without an error and without tracked changes allocates nothing. One scanner serves a
 * connection's answers one after another, on one thread. After a {@link MalformedPacket} the connection cannot be used
 * any more.
 */
public final class AnswerScanner {
    private final AnswerFacts facts = new AnswerFacts();
    private final AnswerPhases phases = new AnswerPhases(facts);
    private final PassingPackets packets = new PassingPackets();
    private final CutPacket cut = new CutPacket();
    private final WireReader reader = new WireReader(Unpooled.EMPTY_BUFFER, 0, 0);

    /** Whether the logical packet that is passing must be read. */
    private boolean deciding;

    /** Begins an answer whose first packet has sequence id 1: the command was one physical packet. */
    public void expect(Expecting expecting, Capabilities agreed) {
        expect(expecting, agreed, 1);
    }

    /**
     * Begins the answer of one command.
     *
     * @param agreed the capabilities that this connection's two sides agreed on
     * @param firstSequence the sequence id of the answer's first packet: the command's last plus one
     */
    public void expect(Expecting expecting, Capabilities agreed, int firstSequence) {
        phases.expect(expecting, agreed);
        packets.beginWith(firstSequence);
        facts.clear();
    }

    /**
     * Scans the bytes from {@code from} to before {@code to}, which continue those seen before. Returns the index
     * behind the answer's last byte when the answer is complete, else {@code to}. Also stops behind a packet in which
     * the server asks for a local file: see {@link #awaitsFile}.
     */
    public int scan(ByteBuf in, int from, int to) {
        boolean awaitedFile = phases.awaitsFile();
        int at = from;
        while (at < to && !phases.isComplete() && phases.awaitsFile() == awaitedFile) {
            if (phases.isInRows() && packets.isBetweenLogical()) {
                at = packets.passWholeRows(in, at, to, facts);
                if (at == to) {
                    return at;
                }
            }
            if (packets.isAtHeader()) {
                at = packets.readHeader(in, at, to);
                if (packets.isInHeader()) {
                    return at;
                }
            }
            if (packets.isAtFirstByte()) {
                if (at == to) {
                    return at;
                }
                packets.firstByteSeen();
                deciding = phases.decides(in.getUnsignedByte(at), packets.length());
            }
            at = passBody(in, at, to);
        }
        return at;
    }

    /** True when the answer has ended, or none was expected. */
    public boolean isComplete() {
        return phases.isComplete();
    }

    /**
     * True when the server asked for a local file: the client's data packets go to the server now, and the caller calls
     * {@link #fileSent} behind the last, empty one. Until then {@link #scan} accepts nothing but an error, which ends
     * the answer.
     */
    public boolean awaitsFile() {
        return phases.awaitsFile();
    }

    /** The answer goes on behind the file; its next packet may have any sequence id. */
    public void fileSent() {
        phases.fileSent();
    }

    /** The sequence id of the last physical packet whose header was seen. */
    public int lastSequence() {
        return packets.lastSequence();
    }

    /** The facts of this answer so far. The same object for every answer: {@link #expect} clears it. */
    public AnswerFacts facts() {
        return facts;
    }

    /** Passes the bytes that belong to the body; at the body's end the logical packet takes effect. */
    private int passBody(ByteBuf in, int at, int to) {
        int length = packets.bodyBytes(at, to);
        boolean ends = packets.endsWith(length);
        packets.pass(length);
        if (!deciding) {
            if (ends) {
                passed();
            }
        } else if (ends && cut.isEmpty()) {
            phases.decide(reader.over(in, at, at + length));
        } else {
            cut.append(in, at, length);
            if (ends) {
                phases.decide(cut.take(reader));
            }
        }
        return at + length;
    }

    private void passed() {
        phases.passed();
        if (phases.awaitsFile()) {
            packets.orderIsInterrupted();
        }
    }
}
