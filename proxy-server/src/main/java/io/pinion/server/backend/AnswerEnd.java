package io.pinion.server.backend;

import io.pinion.protocol.flags.ServerStatus;

/**
 * How an answer ended.
 *
 * @param errorCode the server's error number, or 0
 * @param status the last status word that the answer carried; an error carries none, and then it is that of the answer
 *     before
 * @param lastInsertId of the last OK; 0 when there was none
 * @param rowCount what {@code ROW_COUNT()} is then: what the last OK says, -1 behind rows and errors
 * @param rows of the last result, when that has rows
 */
public record AnswerEnd(int errorCode, ServerStatus status, int warnings, long lastInsertId, long rowCount, long rows) {
    public boolean failed() {
        return errorCode != 0;
    }

    /** The same error, with the status that was asked for behind it. */
    public AnswerEnd withStatus(ServerStatus known) {
        return new AnswerEnd(errorCode, known, warnings, 0, rowCount, rows);
    }
}
