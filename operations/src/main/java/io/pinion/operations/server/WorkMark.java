package io.pinion.operations.server;

import com.mysql.cj.jdbc.JdbcConnection;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.Kill;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.work.Sleep;
import io.pinion.routing.text.TextDigest;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells whose a server's connection is: it holds a lock whose name is made of that of a piece of work and the account's
 * password. Whoever goes on with the work ends the connections of the one before first, whose last statement may still
 * run, or be on its way. Blocks.
 *
 * @param name of the work, letters, digits and underscores, at most 60 of them
 */
public record WorkMark(String name) {
    /** A property of connections that Connector/J leaves alone: what the names of their locks are made of. */
    static final String KEY = "pinionWorkKey";

    private static final int MOST_CONNECTIONS = 12;

    private static final int DIGITS = 32;

    private static final long LOOK_EVERY_MILLIS = 10;

    public WorkMark {
        if (!name.matches("\\w{1,60}")) {
            throw new IllegalArgumentException("no name for a lock: " + name);
        }
    }

    /** That of an operation's connections. */
    public static WorkMark ofOperation(long number) {
        return new WorkMark("pinion_operation_" + number);
    }

    /** Ends what others have begun there for the same work, and marks this connection as one of it. */
    public void takeOver(Connection connection, Duration timeout) throws SQLException {
        endAll(connection, timeout);
        put(connection);
    }

    /** Marks this connection as one of the work. The server forgets that with the connection. */
    public void put(Connection connection) throws SQLException {
        for (int place = 0; place < MOST_CONNECTIONS; place++) {
            if (Answers.single(connection, "SELECT GET_LOCK(" + lock(connection, place) + ", 0)")
                    .equals("1")) {
                return;
            }
        }
        throw new SQLException(name + " has " + MOST_CONNECTIONS + " connections already");
    }

    /**
     * Ends the connections that have it.
     *
     * @throws SQLException some go on for longer than {@code timeout}
     */
    void endAll(Connection connection, Duration timeout) throws SQLException {
        boolean ended = Sleep.until(timeout, LOOK_EVERY_MILLIS, () -> {
            List<String> left = there(connection);
            Kill.all(connection, left);
            return left.isEmpty();
        });
        if (!ended) {
            throw new SQLException("what was begun before by " + name
                    + " is still at work, and doesn't end: connection " + String.join(", ", there(connection))
                    + "; try again");
        }
    }

    private List<String> there(Connection connection) throws SQLException {
        List<String> found = new ArrayList<>();
        for (int place = 0; place < MOST_CONNECTIONS; place++) {
            String holder = Answers.single(connection, "SELECT IS_USED_LOCK(" + lock(connection, place) + ")");
            if (!holder.isEmpty()) {
                found.add(holder);
            }
        }
        return found;
    }

    /** Users take locks on the same servers, and must not be able to guess this one's name. */
    private String lock(Connection connection, int place) throws SQLException {
        String key = connection.unwrap(JdbcConnection.class).getProperties().getProperty(KEY, "");
        return SqlText.quote("pinion_" + TextDigest.hexOf(key + name).substring(0, DIGITS) + "." + place);
    }

    /** For the property {@link #KEY} of the connections of an account. */
    static String keyOf(String password) {
        return TextDigest.hexOf("pinion work " + password);
    }
}
