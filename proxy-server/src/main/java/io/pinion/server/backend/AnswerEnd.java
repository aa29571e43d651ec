package io.pinion.server.backend;

import io.pinion.protocol.flags.ServerStatus;

/**
 * How an answer ended.
 *
 * @param errorCode the server's error number, or 0
 * @param status the last status word that the answer carried; an error carries none, and then it is that of the answer
 *     before
 * @param lastInsertId of the last OK; 0 when there was none
 */
public record AnswerEnd(int errorCode, ServerStatus status, int warnings, long lastInsertId) {
    public boolean failed() {
        return errorCode != 0;
    }
}
