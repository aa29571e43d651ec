package io.pinion.server.sequence;

import io.pinion.operations.server.sql.BaseTables;
import io.pinion.protocol.flags.ErrorCode;
import java.sql.SQLException;

/** A sequence can't give numbers now; the message says why, and names the counter's shard. */
public final class NoNumbers extends Exception {
    private static final long serialVersionUID = 1L;

    private final int code;

    NoNumbers(String message) {
        super(message);
        this.code = ErrorCode.UNKNOWN_ERROR.number();
    }

    /**
     * @param refusal the server's error; its code is passed on when there is a view instead of a table, because a user
     *     can cure that
     */
    NoNumbers(String message, SQLException refusal) {
        super(message, refusal);
        this.code = refusal.getErrorCode() == BaseTables.NOT_A_BASE_TABLE
                ? BaseTables.NOT_A_BASE_TABLE
                : ErrorCode.UNKNOWN_ERROR.number();
    }

    /** The error number for clients; the SQL state is HY000. */
    int code() {
        return code;
    }
}
