package io.pinion.server.testing;

import java.sql.SQLException;

/** The error that a client got. */
public record Failure(int code, String sqlState, String message) {
    /** What a client does. */
    public interface Action {
        void run() throws SQLException;
    }

    /** The error of {@code action}. */
    public static Failure of(Action action) {
        try {
            action.run();
        } catch (SQLException e) {
            return new Failure(e.getErrorCode(), String.valueOf(e.getSQLState()), String.valueOf(e.getMessage()));
        }
        throw new AssertionError("there was no error");
    }
}
