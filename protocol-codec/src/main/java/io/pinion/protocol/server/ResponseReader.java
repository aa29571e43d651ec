package io.pinion.protocol.server;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.flags.ServerStatus;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.PacketFramer;
import io.pinion.protocol.frame.WireReader;
import java.nio.charset.StandardCharsets;

/**
 * Decodes the packets of answers; {@link #expect} tells the kind of answer beforehand. Answers that are only relayed go
 * past {@link io.pinion.protocol.frame.AnswerScanner} instead, whose rules are the same.
 *
 * <pre>
 *   expect ─► FIRST ─► (count) ─► DEFINITIONS ─► [classic METADATA_EOF] ─► ROWS ─► DONE, or FIRST for more results
 * </pre>
 *
 * <p>Takes logical packets one after another and leaves them to their owner; a {@link Row} is a view of its packet.
 * Used by one thread.
 */
public final class ResponseReader {
    private enum Phase {
        FIRST,
        DEFINITIONS,
        METADATA_EOF,
        ROWS,
        DONE
    }

    private Terms terms;
    private Expecting expecting = Expecting.NOTHING;
    private Phase phase = Phase.DONE;
    private int definitionsLeft;
    private int columnGroupLeft;
    private boolean columnGroupPending;
    private boolean outParameters;

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
        if (phase != Phase.DONE) {
            throw new IllegalStateException("the answer before has not ended: " + phase);
        }
        this.expecting = expecting;
        phase = switch (expecting) {
            case NOTHING -> Phase.DONE;
            case ROWS -> Phase.ROWS;
            case ACKNOWLEDGEMENT, RESULTS, RESULTS_OR_CURSOR, DEFINITIONS, PREPARED, TEXT -> Phase.FIRST;
        };
        columnGroupPending = false;
        outParameters = false;
    }

    /** True when the answer has ended, or none was expected. */
    public boolean isComplete() {
        return phase == Phase.DONE;
    }

    /**
     * Reads the next packet of the answer.
     *
     * @throws MalformedPacket when the packet cannot come here; nothing more may be read then
     */
    public ServerPacket read(ByteBuf packet) {
        WireReader in = new WireReader(packet);
        return switch (phase) {
            case FIRST -> first(in);
            case DEFINITIONS -> definition(in);
            case METADATA_EOF -> metadataEof(in);
            case ROWS -> row(in, packet);
            case DONE -> throw new MalformedPacket("a packet behind the end of an answer");
        };
    }

    private ServerPacket first(WireReader in) {
        int first = in.peek();
        if (first == 0xFF) {
            return error(in);
        }
        return switch (expecting) {
            case TEXT -> {
                phase = Phase.DONE;
                yield new StatisticsText(in.remainingString(terms.charset()));
            }
            case ACKNOWLEDGEMENT -> {
                phase = Phase.DONE;
                yield switch (first) {
                    case 0x00 -> Ok.decode(in);
                    case 0xFE -> EndOfRows.decode(in, terms);
                    default -> throw unexpected(first, "an acknowledgement");
                };
            }
            case PREPARED -> prepared(in);
            case DEFINITIONS -> fieldListEntry(in);
            case RESULTS, RESULTS_OR_CURSOR -> firstOfResult(in, first);
            case ROWS, NOTHING -> throw unexpected(first, "an answer of kind " + expecting);
        };
    }

    private ServerPacket firstOfResult(WireReader in, int first) {
        if (first == 0x00) {
            Ok ok = Ok.decode(in);
            endResult(ok.status());
            return ok;
        }
        if (first == WireReader.NULL_MARK) {
            // An OK or ERR follows the file and ends the result.
            return LocalInfileRequest.decode(in);
        }
        ColumnCount count = ColumnCount.decode(in, terms);
        outParameters = false;
        definitions(count.definitionsFollow() ? count.count() : 0);
        return count;
    }

    private ServerPacket prepared(WireReader in) {
        if (in.peek() != 0x00) {
            throw unexpected(in.peek(), "the answer to COM_STMT_PREPARE");
        }
        PreparedOk prepared = PreparedOk.decode(in);
        boolean follow = prepared.definitionsFollow();
        columnGroupPending = prepared.columns() > 0;
        columnGroupLeft = follow ? prepared.columns() : 0;
        if (prepared.parameters() > 0) {
            definitions(follow ? prepared.parameters() : 0);
        } else {
            afterMetadata(ServerStatus.of(0));
        }
        return prepared;
    }

    private ServerPacket fieldListEntry(WireReader in) {
        if (isEnd(in)) {
            phase = Phase.DONE;
            return EndOfRows.decode(in, terms);
        }
        return ColumnDefinition.decode(in, terms);
    }

    private ServerPacket definition(WireReader in) {
        ColumnDefinition definition = ColumnDefinition.decode(in, terms);
        definitionsLeft--;
        if (definitionsLeft == 0) {
            afterDefinitions();
        }
        return definition;
    }

    private ServerPacket metadataEof(WireReader in) {
        return switch (in.peek()) {
            case 0xFF -> error(in);
            case 0xFE -> {
                EndOfRows eof = EndOfRows.decode(in, terms);
                afterMetadata(eof.status());
                yield eof;
            }
            default -> throw unexpected(in.peek(), "the end of column definitions");
        };
    }

    private ServerPacket row(WireReader in, ByteBuf packet) {
        if (in.peek() == 0xFF) {
            return error(in);
        }
        if (isEnd(in)) {
            EndOfRows end = EndOfRows.decode(in, terms);
            endResult(end.status());
            return end;
        }
        return new Row(packet.slice());
    }

    private ServerPacket error(WireReader in) {
        if (terms.capabilities().progressReports() && ProgressReport.isAt(in)) {
            return ProgressReport.decode(in);
        }
        phase = Phase.DONE;
        return ServerError.decode(in, terms.charset());
    }

    private boolean isEnd(WireReader in) {
        int limit = terms.deprecateEof() ? PacketFramer.MAX_PHYSICAL_BYTES : 9;
        return in.peek() == 0xFE && in.remaining() < limit;
    }

    private void definitions(int count) {
        definitionsLeft = count;
        phase = Phase.DEFINITIONS;
        if (count == 0) {
            afterDefinitions();
        }
    }

    private void afterDefinitions() {
        if (terms.deprecateEof()) {
            afterMetadata(ServerStatus.of(0));
        } else {
            phase = Phase.METADATA_EOF;
        }
    }

    /** @param status of the classic EOF; none with DEPRECATE_EOF, where the end of rows has it */
    private void afterMetadata(ServerStatus status) {
        if (expecting == Expecting.PREPARED) {
            boolean columnsFollow = columnGroupPending;
            columnGroupPending = false;
            if (columnsFollow) {
                definitions(columnGroupLeft);
            } else {
                phase = Phase.DONE;
            }
            return;
        }
        outParameters = status.has(ServerStatus.PS_OUT_PARAMS);
        phase = expecting == Expecting.RESULTS_OR_CURSOR && status.cursorExists() ? Phase.DONE : Phase.ROWS;
    }

    private void endResult(ServerStatus status) {
        // MySQL's classic answer to a prepared CALL lacks MORE_RESULTS behind the row of OUT parameters.
        boolean more = expecting.isOfResults() && (status.moreResults() || outParameters);
        outParameters = false;
        phase = more ? Phase.FIRST : Phase.DONE;
    }

    private static MalformedPacket unexpected(int first, String where) {
        return new MalformedPacket("a packet that begins with 0x" + Integer.toHexString(first) + " in " + where);
    }
}
