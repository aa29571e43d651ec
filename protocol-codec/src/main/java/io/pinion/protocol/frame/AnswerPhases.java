package io.pinion.protocol.frame;

import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.ServerStatus;

/**
 * The phases of an answer: the packets so far decide what the next logical packet is.
 *
 * <pre>
 *                      ┌────────────── MORE_RESULTS ───────────────┐
 *   expect ──► FIRST ──┼─► OK ─────────────────────────────────────┼──► DONE
 *               │  ▲   ├─► ERR ────────────────────────────────────┼──► DONE
 *          fb   ▼  │   └─► count ► DEFINITIONS ► METADATA_EOF ► ROWS ┘
 *              FILE┘                              (classic only)
 * </pre>
 *
 * <p>Call {@link #decides} for each packet first. Give a packet that decides to {@link #decide} when it is whole, and
 * report the end of any other by {@link #passed}.
 */
public final class AnswerPhases {
    /** A classic packet that begins with 0xFE and is at least this long is a row. */
    private static final int CLASSIC_EOF_LIMIT = 9;

    private static final int MAX_COLUMNS = 0xFFFF;

    /** What the next packet is, or may be. */
    public enum Phase {
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

    private final AnswerFacts facts;

    private Expecting expecting = Expecting.NOTHING;
    private Phase phase = Phase.DONE;
    private boolean classic;
    private int definitionsLeft;

    /** The count of definitions that follow a prepared statement's parameters. */
    private int columnsPending;

    private boolean outParameters;

    /** For a reader that decodes the packets, and so wants no facts of them. */
    public AnswerPhases() {
        this(new AnswerFacts());
    }

    /** @param facts takes what the packets say */
    AnswerPhases(AnswerFacts facts) {
        this.facts = facts;
    }

    /** Begins the answer of one command. */
    public void expect(Expecting expecting, Capabilities agreed) {
        if (phase != Phase.DONE) {
            throw new IllegalStateException("the answer before has not ended: " + phase);
        }
        this.expecting = expecting;
        classic = !agreed.deprecateEof();
        phase = switch (expecting) {
            case NOTHING -> Phase.DONE;
            case ACKNOWLEDGEMENT -> Phase.ACKNOWLEDGEMENT;
            case RESULTS, RESULTS_OR_CURSOR -> Phase.FIRST;
            case ROWS, DEFINITIONS -> Phase.ROWS;
            case PREPARED -> Phase.PREPARED;
            case TEXT -> Phase.TEXT;
        };
        columnsPending = 0;
        outParameters = false;
    }

    public Phase phase() {
        return phase;
    }

    public boolean isComplete() {
        return phase == Phase.DONE;
    }

    boolean isInRows() {
        return phase == Phase.ROWS;
    }

    public boolean awaitsFile() {
        return phase == Phase.FILE;
    }

    public void fileSent() {
        if (phase != Phase.FILE) {
            throw new IllegalStateException("no file was asked for: " + phase);
        }
        phase = Phase.FIRST;
    }

    /**
     * Whether a logical packet must be read, or can be passed unread.
     *
     * @param first its first byte
     * @param length of its first physical packet
     */
    public boolean decides(int first, int length) {
        return switch (phase) {
            case FIRST -> first != WireReader.NULL_MARK;
            case ACKNOWLEDGEMENT, PREPARED, METADATA_EOF -> true;
            case ROWS ->
                first == 0xFF
                        || (first == 0xFE && length < (classic ? CLASSIC_EOF_LIMIT : PacketFramer.MAX_PHYSICAL_BYTES));
            case TEXT -> first == 0xFF;
            case DEFINITIONS -> false;
            case FILE -> {
                // The server may end with an error before the file's end, as it does when it gets a command instead.
                if (first != 0xFF) {
                    throw unexpected(first);
                }
                yield true;
            }
            case DONE -> throw new IllegalStateException("no packet can come in phase " + phase);
        };
    }

    /** Reports the end of a packet that decides nothing. */
    public void passed() {
        switch (phase) {
            case FIRST -> phase = Phase.FILE;
            case DEFINITIONS -> {
                definitionsLeft--;
                if (definitionsLeft == 0) {
                    afterDefinitions();
                }
            }
            case ROWS -> facts.passedRows(1);
            case TEXT -> phase = Phase.DONE;
            case ACKNOWLEDGEMENT, PREPARED, METADATA_EOF, FILE, DONE ->
                throw new IllegalStateException("no packet passes unread in phase " + phase);
        }
    }

    /** Reads a whole packet that decides. */
    public void decide(WireReader in) {
        int first = in.peek();
        if (first == 0xFF) {
            facts.readError(in);
            phase = Phase.DONE;
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
            case ACKNOWLEDGEMENT -> acknowledged(in, first);
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

    private void acknowledged(WireReader in, int first) {
        switch (first) {
            case 0x00 -> facts.readOk(in);
            case 0xFE -> facts.readEnd(in, classic);
            default -> throw unexpected(first);
        }
        phase = Phase.DONE;
    }

    private void columnCount(WireReader in) {
        long count = in.lengthEncoded();
        if (count <= 0 || count > MAX_COLUMNS) {
            throw new MalformedPacket("a result of " + Long.toUnsignedString(count) + " columns");
        }
        if (in.hasRemaining()) {
            throw new MalformedPacket(in.remaining() + " bytes too many behind a column count");
        }
        facts.beganResultSet();
        outParameters = false;
        definitions((int) count);
    }

    private void prepared(WireReader in) {
        int first = in.uint8();
        if (first != 0) {
            throw unexpected(first);
        }
        in.skip(4);
        int columns = in.uint16();
        int parameters = in.uint16();
        in.skip(1);
        facts.prepared(in.uint16());
        columnsPending = columns;
        if (parameters > 0) {
            definitions(parameters);
        } else {
            afterMetadata();
        }
    }

    private void definitions(int count) {
        definitionsLeft = count;
        phase = Phase.DEFINITIONS;
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
            columnsPending = 0;
            if (columns == 0) {
                phase = Phase.DONE;
            } else {
                definitions(columns);
            }
            return;
        }
        // With DEPRECATE_EOF the end of rows reports an opened cursor: there are no rows before it.
        boolean cursorOpened =
                classic && expecting == Expecting.RESULTS_OR_CURSOR && facts.hasStatus(ServerStatus.CURSOR_EXISTS);
        outParameters = classic && !cursorOpened && facts.hasStatus(ServerStatus.PS_OUT_PARAMS);
        phase = cursorOpened ? Phase.DONE : Phase.ROWS;
    }

    private void endResult() {
        // MySQL's classic answer to a prepared CALL lacks MORE_RESULTS behind the row of OUT parameters.
        boolean more = expecting.isOfResults() && (facts.hasStatus(ServerStatus.MORE_RESULTS_EXISTS) || outParameters);
        outParameters = false;
        phase = more ? Phase.FIRST : Phase.DONE;
    }

    private MalformedPacket unexpected(int first) {
        return new MalformedPacket(
                "a packet that begins with 0x" + Integer.toHexString(first) + " cannot come here (" + phase + ")");
    }
}
