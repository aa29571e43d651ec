package io.pinion.server.planning;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;

/** A text has no plan because others need the planning threads. */
public final class NotPlannedException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient ServerError error;

    private NotPlannedException(ErrorCode code, String message) {
        super(message);
        this.error = new ServerError(code, message);
    }

    /** So many texts of the user wait that no other may. */
    static NotPlannedException tooMany() {
        return new NotPlannedException(
                ErrorCode.UNKNOWN_ERROR,
                "too many long statements of this user wait to be planned: send fewer at a time, or shorter ones");
    }

    static NotPlannedException tooLong() {
        return new NotPlannedException(
                ErrorCode.QUERY_TIMEOUT,
                "the planning of this statement takes too long, and it has not run: send it in parts, or a simpler one");
    }

    /** What the client is told. */
    public ServerError error() {
        return error;
    }
}
