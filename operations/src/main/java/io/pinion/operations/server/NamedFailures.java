package io.pinion.operations.server;

import com.mysql.cj.exceptions.ExceptionInterceptor;
import com.mysql.cj.jdbc.JdbcConnection;
import com.mysql.cj.log.Log;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;

/**
 * Says in one line which server's connection is lost, and on which one an account lacks rights. The driver says the
 * one in a paragraph, and the servers the other without a name: it would stand raw in an operator's answer and in the
 * journal. Connector/J makes one for each connection ({@code
 * exceptionInterceptors} in its manual), and whatever it throws passes here.
 */
public final class NamedFailures implements ExceptionInterceptor {
    /** The property of a connection that is the server's name in messages. */
    static final String SERVER = "pinionServer";

    private static final String USER = "user";

    /** ER_SPECIFIC_ACCESS_DENIED_ERROR, whose message names the right, and not the account that lacks it. */
    private static final int RIGHT_MISSING = 1227;

    /** The SQL state of a connection that has broken. */
    private static final String COMMUNICATION_FAILED = "08S01";

    private String server = "a server";
    private String user = "";

    /** For the driver. */
    public NamedFailures() {}

    @Override
    public ExceptionInterceptor init(Properties connection, Log log) {
        server = connection.getProperty(SERVER, server);
        user = connection.getProperty(USER, user);
        return this;
    }

    @Override
    public void destroy() {
        // Holds nothing.
    }

    @Override
    public Exception interceptException(Exception thrown) {
        return thrown instanceof SQLException failed ? told(server, denied(server, user, failed)) : thrown;
    }

    /** The same failure, or of a missing right one that names the account and the server. */
    static SQLException denied(String server, String user, SQLException failed) {
        return failed.getErrorCode() == RIGHT_MISSING && !(failed instanceof Named)
                ? new Named("account " + user + " on " + server + ": " + failed.getMessage(), failed)
                : failed;
    }

    /**
     * The same failure, or of a lost connection one that names the server: state and cause stay, by which others tell
     * what has happened.
     */
    static SQLException told(String server, SQLException failed) {
        return ServerConnection.isLost(failed) && !(failed instanceof Named)
                ? new Named("the connection to " + server + " is lost: " + Failures.cause(failed), failed)
                : failed;
    }

    /** The same of a connection whose answer is read without the driver, which can't be read any further. */
    public static SQLException told(Connection connection, Exception cause) throws SQLException {
        String server = connection.unwrap(JdbcConnection.class).getProperties().getProperty(SERVER, "a server");
        return told(server, new SQLException(Failures.cause(cause), COMMUNICATION_FAILED, cause));
    }

    /** The driver may let the same pass twice. */
    private static final class Named extends SQLException {
        private static final long serialVersionUID = 1;

        Named(String message, SQLException cause) {
            super(message, cause.getSQLState(), cause.getErrorCode(), cause);
        }
    }
}
