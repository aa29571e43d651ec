package io.pinion.operations.server.watch;

import io.pinion.operations.server.Failures;
import io.pinion.operations.server.ServerConnection;
import java.net.UnknownHostException;
import java.sql.SQLException;
import javax.net.ssl.SSLException;

/**
 * Why a server could not be asked.
 *
 * @param reason one line
 * @param refused the server is there and says itself what it lacks: a connection, or room on its disk
 * @param denied the server is there and doesn't let the account in that asks
 * @param unreachable nobody lets Pinion log in there, nor says why: it may be dead. A server that answers with any
 *     error, or     logs in and then says nothing, isn't; nor is one whose name nobody knows, or with which TLS fails.
 */
public record AskFailure(String reason, boolean refused, boolean denied, boolean unreachable) {
    static AskFailure of(Exception failure) {
        boolean unreachable = failure instanceof NoLogin e
                && ServerConnection.isLost(e)
                && !Failures.has(e, UnknownHostException.class)
                && !Failures.has(e, SSLException.class);
        return new AskFailure(
                Failures.reason(failure),
                Failures.isRefusal(failure),
                failure instanceof SQLException said && Failures.isDenied(said),
                unreachable);
    }

    /** No connection could be opened. */
    static final class NoLogin extends SQLException {
        private static final long serialVersionUID = 1;

        NoLogin(SQLException cause) {
            super(cause.getMessage(), cause.getSQLState(), cause.getErrorCode(), cause);
        }
    }
}
