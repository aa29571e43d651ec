package io.pinion.protocol.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.flags.ServerStatus;
import java.nio.charset.Charset;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds where an answer ends in bytes that are relayed as they came, from packet headers and first bytes alone.
 *
 * <pre>
 *                      ┌────────────── MORE_RESULTS ───────────────┐
 *   expect ──► FIRST ──┼─► OK ─────────────────────────────────────┼──► DONE
 *               │  ▲   ├─► ERR ────────────────────────────────────┼──► DONE
 *          fb   ▼  │   └─► count ► DEFINITIONS ► METADATA_EOF ► ROWS ┘
 *              FILE┘                              (classic only)
 * </pre>
 *
 * <p>Bytes may be cut anywhere. Nothing is copied but a deciding packet (OK, ERR, EOF, count) that a cut went through;
 * nothing is allocated for an answer that has no error and no tracked changes. One scanner serves a connection's answers
 * one after another, on one thread. After a {@link MalformedPacket} the connection cannot be used any more.
 */
public final class AnswerScanner {
    /** An OK, EOF or ERR longer than this is no such packet: the largest seen are lists of tracked variables. */
    private static final int MAX_DECIDING_BYTES = 1 << 20;

    /** A classic packet that begins with 0xFE and is at least this long is a row. */
    private static final int CLASSIC_EOF_LIMIT = 9;

    private static final int MAX_COLUMNS = 0xFFFF;
    private static final byte[] NONE = {};
    private static final int ANY_SEQUENCE = -1;
    private static final int NO_COLUMNS_PENDING = -1;

    /** What the next logical packet is. */
    private enum Phase {
        FIRST,
        ACKNOWLEDGEMENT,
        PREPARED,
        DEFINITIONS,
        METADATA_EOF,
        ROWS,
        TEXT,
        FILE,
        DONE
    }

    private final WireReader reader = new WireReader(Unpooled.EMPTY_BUFFER, 0, 0);

    private Expecting expecting = Expecting.NOTHING;
    private Phase phase = Phase.DONE;
    private boolean classic;
    private boolean optionalMetadata;
    private boolean progressReports;
    private boolean holdingOks;
    private int definitionsLeft;
    private int columnsPending = NO_COLUMNS_PENDING;
    private boolean outParameters;

    /** The physical packet being passed: its header as far as it came, and what is left of its body. */
    private int header;

    private int headerBytes;
    private int bodyLeft;
    private boolean continues;
    private boolean firstByteAwaited;

    /** Whether the logical packet being passed decides something, and its bytes when a cut went through it. */
    private boolean deciding;

    private byte[] captured = NONE;
    private int capturedBytes;
    private int heldBytes;

    private int expectedSequence = ANY_SEQUENCE;
    private int lastSequence;

    private final AnswerFacts facts = new AnswerFacts();

    /** Begins an answer whose first packet has sequence id 1: the command was one physical packet. */
    public void expect(Expecting expecting, Capabilities agreed) {
        expect(expecting, agreed, 1, false);
    }

    /**
     * Begins the answer of one command.
     *
     * @param agreed what this connection's two sides both can
     * @param firstSequence the sequence id of the answer's first packet: the command's last plus one
     * @param holdOks true to stop before each complete OK packet, so that the caller can send another in its place: see
     *     {@link #heldBytes}
     */
    public void expect(Expecting expecting, Capabilities agreed, int firstSequence, boolean holdOks) {
        if (phase != Phase.DONE) {
            throw new IllegalStateException("the answer before has not ended: " + phase);
        }
        this.expecting = expecting;
        this.classic = !agreed.deprecateEof();
        this.optionalMetadata = agreed.optionalMetadata();
        this.progressReports = agreed.progressReports();
        this.holdingOks = holdOks;
        this.expectedSequence = firstSequence & 0xFF;
        this.lastSequence = (firstSequence - 1) & 0xFF;
        this.phase = switch (expecting) {
            case NOTHING -> Phase.DONE;
            case ACKNOWLEDGEMENT -> Phase.ACKNOWLEDGEMENT;
            case RESULTS -> Phase.FIRST;
            case ROWS, DEFINITIONS -> Phase.ROWS;
            case PREPARED -> Phase.PREPARED;
            case TEXT -> Phase.TEXT;
        };
        columnsPending = NO_COLUMNS_PENDING;
        outParameters = false;
        heldBytes = 0;
        facts.clear();
    }

    /**
     * Looks at the bytes from {@code from} to before {@code to}, which continue those seen before, and says how far they
     * belong to this answer: the index behind its last byte when it is complete now, else {@code to}.
     *
     * <p>It also stops, before {@code to}, where the server wants a local file ({@link #awaitsFile}), and when OKs are
     * held: before a complete OK packet ({@link #heldBytes}), or before the beginning of a packet that may be one. In the
     * latter case give those last bytes again, with more behind them.
     */
    public int scan(ByteBuf in, int from, int to) {
        heldBytes = 0;
        int at = from;
        while (at < to && phase != Phase.DONE && phase != Phase.FILE) {
            if (phase == Phase.ROWS && bodyLeft == 0 && headerBytes == 0 && !continues) {
                at = passWholeRows(in, at, to);
                if (at == to) {
                    return at;
                }
            }
            if (holdingOks && phase == Phase.FIRST && bodyLeft == 0 && holds(in, at, to)) {
                return at;
            }
            if (bodyLeft == 0 && !firstByteAwaited) {
                at = readHeader(in, at, to);
                if (headerBytes < PacketFramer.HEADER_BYTES) {
                    return at;
                }
                headerBytes = 0;
                beginPhysicalPacket();
            }
            if (firstByteAwaited && bodyLeft > 0) {
                if (at == to) {
                    return at;
                }
                firstByteAwaited = false;
                deciding = decides(in.getUnsignedByte(at));
            }
            at = passBody(in, at, to);
        }
        return at;
    }

    /** True when the answer has ended, or none was expected. */
    public boolean isComplete() {
        return phase == Phase.DONE;
    }

    /**
     * True when the server asked for a local file: the client's data packets go to the server now, and {@link
     * #fileSent} when its empty last one has gone.
     */
    public boolean awaitsFile() {
        return phase == Phase.FILE;
    }

    /** The answer goes on behind the file; its next packet may have any sequence id. */
    public void fileSent() {
        if (phase != Phase.FILE) {
            throw new IllegalStateException("no file was asked for: " + phase);
        }
        phase = Phase.FIRST;
        expectedSequence = ANY_SEQUENCE;
    }

    /**
     * When OKs are held and {@link #scan} stopped before a complete one: its length with its header, else 0. Its fields
     * are known to this scanner already; go on behind it, if the answer is not complete, after sending one in its place
     * with the sequence id {@link #lastSequence}.
     */
    public int heldBytes() {
        return heldBytes;
    }

    /** True between logical packets, the only places where an own packet can be put into the stream. */
    public boolean isBetweenPackets() {
        return bodyLeft == 0 && headerBytes == 0 && !continues && !firstByteAwaited;
    }

    /** The sequence id of the last physical packet whose header was seen. */
    public int lastSequence() {
        return lastSequence;
    }

    /** The status flags of the last OK, EOF or end of rows; meaningless when the answer was an error alone. */
    public ServerStatus status() {
        return ServerStatus.of(facts.status);
    }

    /** The bits of {@link #status} without an object. */
    public int statusBits() {
        return facts.status;
    }

    /** Of the last OK; 0 when there was none. */
    public long affectedRows() {
        return facts.affectedRows;
    }

    /** Of the last OK; 0 when there was none. Above {@link Long#MAX_VALUE} it is negative. */
    public long lastInsertId() {
        return facts.lastInsertId;
    }

    /** Of the last OK, EOF or end of rows. */
    public int warnings() {
        return facts.warnings;
    }

    /** Rows passed so far, in all results. */
    public long rows() {
        return facts.rows;
    }

    /** Result sets begun so far: 0 means that only OK or ERR came. */
    public int resultSets() {
        return facts.resultSets;
    }

    /** True when the answer ended with an error packet, be it after other results or rows. */
    public boolean failed() {
        return facts.error != null;
    }

    /** The error's number, 0 without an error. */
    public int errorCode() {
        return facts.errorCode();
    }

    /** The payload of the error packet; {@code ServerError} decodes it. Null without an error. */
    public byte @Nullable [] errorPayload() {
        return facts.error;
    }

    /** The error's text, for logs; empty without an error. */
    public String errorMessage(Charset charset) {
        return facts.errorMessage(charset);
    }

    /**
     * The lists of tracked session changes of all packets of this answer, one behind another; empty when nothing was
     * reported. {@code SessionStateChange} decodes it.
     */
    public byte[] sessionState() {
        return facts.sessionState;
    }

    /** The hot loop: rows that lie whole in these bytes, are one physical packet and cannot be an end or an error. */
    private int passWholeRows(ByteBuf in, int from, int to) {
        int at = from;
        int sequence = expectedSequence;
        while (to - at > PacketFramer.HEADER_BYTES) {
            int head = in.getIntLE(at);
            int length = head & PacketFramer.MAX_PHYSICAL_BYTES;
            if (length >= to - at - PacketFramer.HEADER_BYTES + 1
                    || length == 0
                    || length == PacketFramer.MAX_PHYSICAL_BYTES
                    || in.getUnsignedByte(at + PacketFramer.HEADER_BYTES) >= 0xFE) {
                break;
            }
            if (head >>> 24 != sequence && sequence != ANY_SEQUENCE) {
                throw outOfOrder(head >>> 24);
            }
            lastSequence = head >>> 24;
            sequence = (lastSequence + 1) & 0xFF;
            at += PacketFramer.HEADER_BYTES + length;
            facts.rows++;
        }
        expectedSequence = sequence;
        return at;
    }

    /** With OKs held: true when scanning must stop here, be it before an OK or because it can't be known yet. */
    private boolean holds(ByteBuf in, int at, int to) {
        if (to - at <= PacketFramer.HEADER_BYTES) {
            return true;
        }
        int length = in.getUnsignedMediumLE(at);
        if (length == 0 || in.getUnsignedByte(at + PacketFramer.HEADER_BYTES) != 0) {
            return false;
        }
        if (length > MAX_DECIDING_BYTES) {
            throw tooLong();
        }
        if (to - at < PacketFramer.HEADER_BYTES + length) {
            return true;
        }
        header = in.getIntLE(at);
        beginPhysicalPacket();
        firstByteAwaited = false;
        deciding = decides(0);
        passBody(in, at + PacketFramer.HEADER_BYTES, to);
        heldBytes = PacketFramer.HEADER_BYTES + length;
        return true;
    }

    private int readHeader(ByteBuf in, int from, int to) {
        if (headerBytes == 0 && to - from >= PacketFramer.HEADER_BYTES) {
            header = in.getIntLE(from);
            headerBytes = PacketFramer.HEADER_BYTES;
            return from + PacketFramer.HEADER_BYTES;
        }
        int at = from;
        if (headerBytes == 0) {
            header = 0;
        }
        while (at < to && headerBytes < PacketFramer.HEADER_BYTES) {
            header |= in.getUnsignedByte(at) << (8 * headerBytes);
            headerBytes++;
            at++;
        }
        return at;
    }

    private void beginPhysicalPacket() {
        int sequence = header >>> 24;
        if (sequence != expectedSequence && expectedSequence != ANY_SEQUENCE) {
            throw outOfOrder(sequence);
        }
        lastSequence = sequence;
        expectedSequence = (sequence + 1) & 0xFF;
        bodyLeft = header & PacketFramer.MAX_PHYSICAL_BYTES;
        boolean beginsLogical = !continues;
        continues = bodyLeft == PacketFramer.MAX_PHYSICAL_BYTES;
        if (beginsLogical) {
            if (bodyLeft == 0) {
                throw new MalformedPacket("an empty packet where an answer goes on (" + phase + ")");
            }
            firstByteAwaited = true;
        }
    }

    /** Passes what these bytes hold of the body; at its end the logical packet takes effect. */
    private int passBody(ByteBuf in, int at, int to) {
        int length = Math.min(bodyLeft, to - at);
        boolean ends = length == bodyLeft && !continues;
        if (deciding) {
            if (ends && capturedBytes == 0) {
                bodyLeft = 0;
                decide(reader.over(in, at, at + length));
                return at + length;
            }
            capture(in, at, length);
        }
        bodyLeft -= length;
        if (ends) {
            if (deciding) {
                decideCaptured();
            } else {
                passed();
            }
        }
        return at + length;
    }

    private void capture(ByteBuf in, int at, int length) {
        if (capturedBytes + length > MAX_DECIDING_BYTES) {
            throw tooLong();
        }
        if (captured.length < capturedBytes + length) {
            captured = Arrays.copyOf(captured, Math.max(capturedBytes + length, 2 * captured.length));
        }
        in.getBytes(at, captured, capturedBytes, length);
        capturedBytes += length;
    }

    private void decideCaptured() {
        int length = capturedBytes;
        byte[] payload = captured;
        capturedBytes = 0;
        captured = NONE;
        decide(reader.over(Unpooled.wrappedBuffer(payload), 0, length));
    }

    /** Whether a logical packet with this first byte must be read, or can be passed unread. */
    private boolean decides(int first) {
        int length = header & PacketFramer.MAX_PHYSICAL_BYTES;
        return switch (phase) {
            case FIRST -> first != WireReader.NULL_MARK;
            case ACKNOWLEDGEMENT, PREPARED, METADATA_EOF -> true;
            case ROWS ->
                first == 0xFF
                        || (first == 0xFE && length < (classic ? CLASSIC_EOF_LIMIT : PacketFramer.MAX_PHYSICAL_BYTES));
            case TEXT -> first == 0xFF;
            case DEFINITIONS -> false;
            case FILE, DONE -> throw new IllegalStateException("no packet can come in phase " + phase);
        };
    }

    /** A packet that was passed unread has ended. */
    private void passed() {
        switch (phase) {
            case FIRST -> phase = Phase.FILE;
            case DEFINITIONS -> {
                definitionsLeft--;
                if (definitionsLeft == 0) {
                    afterDefinitions();
                }
            }
            case ROWS -> facts.rows++;
            case TEXT -> phase = Phase.DONE;
            case ACKNOWLEDGEMENT, PREPARED, METADATA_EOF, FILE, DONE ->
                throw new IllegalStateException("no packet passes unread in phase " + phase);
        }
    }

    /** A packet that had to be read is complete. */
    private void decide(WireReader in) {
        deciding = false;
        int first = in.peek();
        if (first == 0xFF) {
            error(in);
            return;
        }
        switch (phase) {
            case FIRST -> {
                if (first == 0) {
                    facts.readOk(in);
                    endResult();
                } else {
                    columnCount(in);
                }
            }
            case ACKNOWLEDGEMENT -> {
                if (first == 0xFE) {
                    facts.readEnd(in, classic);
                } else if (first == 0) {
                    facts.readOk(in);
                } else {
                    throw unexpected(first);
                }
                phase = Phase.DONE;
            }
            case PREPARED -> prepared(in);
            case METADATA_EOF -> {
                if (first != 0xFE) {
                    throw unexpected(first);
                }
                facts.readEnd(in, classic);
                afterMetadata();
            }
            case ROWS -> {
                facts.readEnd(in, classic);
                endResult();
            }
            case DEFINITIONS, TEXT, FILE, DONE -> throw unexpected(first);
        }
    }

    private void error(WireReader in) {
        // MariaDB's report on a long statement has an error's form; the answer itself is still to come.
        if (!facts.readError(in, progressReports)) {
            return;
        }
        phase = Phase.DONE;
    }

    private void columnCount(WireReader in) {
        long count = in.lengthEncoded();
        if (count <= 0 || count > MAX_COLUMNS) {
            throw new MalformedPacket("a result of " + Long.toUnsignedString(count) + " columns");
        }
        boolean definitionsFollow = !optionalMetadata || in.uint8() != 0;
        if (in.hasRemaining()) {
            throw new MalformedPacket(in.remaining() + " bytes too many behind a column count");
        }
        facts.resultSets++;
        outParameters = false;
        definitions(definitionsFollow ? (int) count : 0);
    }

    private void prepared(WireReader in) {
        if (in.uint8() != 0) {
            throw unexpected(in.peek());
        }
        in.skip(4);
        int columns = in.uint16();
        int parameters = in.uint16();
        in.skip(1);
        facts.warnings = in.uint16();
        boolean definitionsFollow = !in.hasRemaining() || in.uint8() != 0;
        // A count that is not 0 has its EOF even where the definitions were left out.
        columnsPending = columns == 0 ? NO_COLUMNS_PENDING : definitionsFollow ? columns : 0;
        if (parameters > 0) {
            definitions(definitionsFollow ? parameters : 0);
        } else {
            afterMetadata();
        }
    }

    private void definitions(int count) {
        definitionsLeft = count;
        phase = Phase.DEFINITIONS;
        if (count == 0) {
            afterDefinitions();
        }
    }

    private void afterDefinitions() {
        if (classic) {
            phase = Phase.METADATA_EOF;
        } else {
            afterMetadata();
        }
    }

    private void afterMetadata() {
        if (expecting == Expecting.PREPARED) {
            int columns = columnsPending;
            columnsPending = NO_COLUMNS_PENDING;
            if (columns == NO_COLUMNS_PENDING) {
                phase = Phase.DONE;
            } else {
                definitions(columns);
            }
            return;
        }
        if (classic && (facts.status & ServerStatus.CURSOR_EXISTS) != 0) {
            phase = Phase.DONE;
            return;
        }
        outParameters = classic && (facts.status & ServerStatus.PS_OUT_PARAMS) != 0;
        phase = Phase.ROWS;
    }

    private void endResult() {
        boolean more = expecting == Expecting.RESULTS
                && ((facts.status & ServerStatus.MORE_RESULTS_EXISTS) != 0
                        // MySQL's classic answer to a prepared CALL loses MORE_RESULTS behind the row of OUT
                        // parameters.
                        || outParameters);
        outParameters = false;
        phase = more ? Phase.FIRST : Phase.DONE;
    }

    private MalformedPacket outOfOrder(int sequence) {
        return new MalformedPacket(
                ErrorCode.NET_PACKETS_OUT_OF_ORDER,
                "an answer's packets are out of order: expected sequence id " + expectedSequence + ", got " + sequence);
    }

    private MalformedPacket unexpected(int first) {
        return new MalformedPacket(
                "a packet that begins with 0x" + Integer.toHexString(first) + " cannot come here (" + phase + ")");
    }

    private static MalformedPacket tooLong() {
        return new MalformedPacket("an OK, EOF or ERR packet of more than " + MAX_DECIDING_BYTES + " bytes");
    }
}
