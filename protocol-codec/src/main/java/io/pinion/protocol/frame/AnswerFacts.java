package io.pinion.protocol.frame;

import io.pinion.protocol.flags.ServerStatus;
import java.nio.charset.Charset;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What {@link AnswerScanner} learned from the deciding packets of one answer; the scanner's accessors explain each. */
final class AnswerFacts {
    private static final int PROGRESS_CODE = 0xFFFF;
    private static final byte[] NONE = {};

    int status;
    long affectedRows;
    long lastInsertId;
    int warnings;
    long rows;
    int resultSets;
    byte @Nullable [] error;
    byte[] sessionState = NONE;

    void clear() {
        status = 0;
        affectedRows = 0;
        lastInsertId = 0;
        warnings = 0;
        rows = 0;
        resultSets = 0;
        error = null;
        sessionState = NONE;
    }

    void readOk(WireReader in) {
        in.skip(1);
        affectedRows = in.lengthEncoded();
        lastInsertId = in.lengthEncoded();
        readStatus(in);
    }

    /** An end of rows in either form, or an EOF: the classic one is five bytes with the status last. */
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

    /** Keeps the error; false when it is only a report of progress, which may come where both agreed on that. */
    boolean readError(WireReader in, boolean progressReports) {
        byte[] payload = in.remainingBytes();
        if (payload.length < 3) {
            throw new MalformedPacket("an error packet without a number");
        }
        if (progressReports && code(payload) == PROGRESS_CODE) {
            return false;
        }
        error = payload;
        return true;
    }

    int errorCode() {
        byte[] payload = error;
        return payload == null ? 0 : code(payload);
    }

    String errorMessage(Charset charset) {
        byte[] payload = error;
        if (payload == null) {
            return "";
        }
        // Behind the number stands # and five characters of SQLSTATE, except before login.
        int from = payload.length > 3 && payload[3] == '#' ? Math.min(9, payload.length) : 3;
        return new String(payload, from, payload.length - from, charset);
    }

    private void readStatus(WireReader in) {
        status = in.uint16();
        warnings = in.uint16();
        if ((status & ServerStatus.SESSION_STATE_CHANGED) == 0 || !in.hasRemaining()) {
            return;
        }
        in.skipLengthEncoded();
        if (in.hasRemaining()) {
            append(in.lengthEncodedBytes());
        }
    }

    private void append(byte[] changes) {
        int before = sessionState.length;
        if (before == 0) {
            sessionState = changes;
            return;
        }
        sessionState = Arrays.copyOf(sessionState, before + changes.length);
        System.arraycopy(changes, 0, sessionState, before, changes.length);
    }

    private static int code(byte[] payload) {
        return (payload[1] & 0xFF) | ((payload[2] & 0xFF) << 8);
    }
}
