package io.pinion.protocol.frame;

import io.pinion.protocol.flags.ServerStatus;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/**
 * The facts that {@link AnswerScanner} read from the deciding packets of one answer; a later packet overwrites a fact,
 * unless said otherwise. Used by the scanner's thread.
 */
public final class AnswerFacts {
    private int status;
    private long affectedRows;
    private long lastInsertId;
    private int warnings;
    private long rows;
    private long rowsBefore;
    private boolean endsInRows;
    private int resultSets;
    private byte @Nullable [] error;

    AnswerFacts() {}

    /** The status flags of the last OK, EOF or end of rows; meaningless when the answer was an error alone. */
    public ServerStatus status() {
        return ServerStatus.of(status);
    }

    /** The affected rows of the last OK; 0 without an OK. */
    public long affectedRows() {
        return affectedRows;
    }

    /** The insert id of the last OK; 0 without an OK. Above {@link Long#MAX_VALUE} it is negative. */
    public long lastInsertId() {
        return lastInsertId;
    }

    /** The warning count of the last OK, EOF or end of rows. */
    public int warnings() {
        return warnings;
    }

    /** The number of rows passed so far, in all results. */
    public long rows() {
        return rows;
    }

    /** The number of rows of the last result; 0 when that was an OK. */
    public long lastRows() {
        return endsInRows ? rows - rowsBefore : 0;
    }

    /**
     * The value of {@code ROW_COUNT()} behind this answer: the last OK's affected rows; -1 when rows or an error came
     * last.
     */
    public long rowCount() {
        return endsInRows || error != null ? -1 : affectedRows;
    }

    /** The number of result sets begun so far; 0 means that only OK or ERR came. */
    public int resultSets() {
        return resultSets;
    }

    /** The number of the error that ended the answer, even after other results or rows; 0 without an error. */
    public int errorCode() {
        byte[] payload = error;
        return payload == null ? 0 : code(payload);
    }

    /** The error's text, for logs; empty without an error. */
    public String errorMessage(Charset charset) {
        byte[] payload = error;
        if (payload == null) {
            return "";
        }
        // Behind the number stands # and five characters of SQLSTATE, except before login.
        int from = payload.length > 3 && payload[3] == '#' ? Math.min(9, payload.length) : 3;
        return new String(payload, from, payload.length - from, charset);
    }

    void clear() {
        status = 0;
        affectedRows = 0;
        lastInsertId = 0;
        warnings = 0;
        rows = 0;
        rowsBefore = 0;
        endsInRows = false;
        resultSets = 0;
        error = null;
    }

    boolean hasStatus(int bit) {
        return (status & bit) != 0;
    }

    void beganResultSet() {
        rowsBefore = rows;
        endsInRows = true;
        resultSets++;
    }

    void passedRows(int count) {
        rows += count;
    }

    /** The answer to COM_STMT_PREPARE reports warnings and no other effect. */
    void prepared(int warnings) {
        this.warnings = warnings;
    }

    void readOk(WireReader in) {
        in.skip(1);
        endsInRows = false;
        affectedRows = in.lengthEncoded();
        lastInsertId = in.lengthEncoded();
        readStatus(in);
    }

    /** Reads an end of rows in either form, or an EOF: the classic one is five bytes with the status last. */
    void readEnd(WireReader in, boolean classic) {
        in.skip(1);
        if (classic) {
            warnings = in.uint16();
            status = in.uint16();
            return;
        }
        in.lengthEncoded();
        in.lengthEncoded();
        readStatus(in);
    }

    void readError(WireReader in) {
        byte[] payload = in.remainingBytes();
        if (payload.length < 3) {
            throw new MalformedPacket("an error packet without a number");
        }
        error = payload;
    }

    private void readStatus(WireReader in) {
        status = in.uint16();
        warnings = in.uint16();
    }

    private static int code(byte[] payload) {
        return (payload[1] & 0xFF) | ((payload[2] & 0xFF) << 8);
    }
}
