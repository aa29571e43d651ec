package io.pinion.server.backend;

import io.pinion.protocol.flags.ServerStatus;

/**
 * The end of an answer.
 *
 * @param errorCode the server's error number, or 0
 * @param status the last status word of the answer; an error carries none, so then it is that of the answer before
 * @param lastInsertId of the last OK; 0 when there was none
 * @param rowCount the value of {@code ROW_COUNT()}: from the last OK, or -1 after rows and errors
 * @param rows the number of rows of the last result, if it has rows
 */
public record AnswerEnd(int errorCode, ServerStatus status, int warnings, long lastInsertId, long rowCount, long rows) {
    public boolean failed() {
        return errorCode != 0;
    }

    /** The same end with the status that a later query has given. */
    public AnswerEnd withStatus(ServerStatus known) {
        return new AnswerEnd(errorCode, known, warnings, 0, rowCount, rows);
    }
}
