package io.pinion.operations.server.fence;

import static io.pinion.operations.server.sql.SqlText.quoteName;

import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.Kill;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.UnreplicatedSession;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * MySQL's read-only databases (manual, "ALTER DATABASE", READ ONLY), since 8.0.22. Writers get error 3989. The
 * statement would be replicated, so the binary log is off; a server that is super_read_only refuses it then, and is
 * only read_only for that moment, which keeps clients out, too.
 */
public record MySqlDatabaseFence() implements DatabaseFence {
    private static final int LOCK_WAIT_TIMEOUT = 1205;

    /** Beyond that of the caller, for those who were ended. */
    private static final Duration ENDED_TIMEOUT = Duration.ofSeconds(2);

    /** Open transactions that have read there hold its end up, too. */
    private static final Duration READERS_TIMEOUT = Duration.ofSeconds(1);

    @Override
    public void prepare(Connection connection, long number, List<String> databases, Duration wait, Watch watch) {
        // There is nothing to be made.
    }

    @Override
    public int raise(Connection connection, Connection other, long number, List<String> databases, Duration timeout)
            throws SQLException {
        return set(connection, databases, true, timeout);
    }

    @Override
    public void lower(Connection connection, long number, List<String> databases) throws SQLException {
        List<String> fenced = fenced(connection, databases);
        if (!fenced.isEmpty()) {
            set(connection, fenced, false, READERS_TIMEOUT);
        }
    }

    /** @return how many connections have held it up for longer than {@code timeout}, and were ended */
    private static int set(Connection connection, List<String> databases, boolean readOnly, Duration timeout)
            throws SQLException {
        long end = System.nanoTime() + timeout.toNanos();
        int ended = 0;
        try (UnreplicatedSession here = UnreplicatedSession.begin(connection)) {
            here.execute("SET SESSION lock_wait_timeout=1");
            for (String database : databases) {
                while (!isSet(here, alter(database, readOnly))) {
                    if (System.nanoTime() > end + ENDED_TIMEOUT.toNanos()) {
                        throw new SQLException(
                                "database " + database
                                        + " is in use by what can't be ended, such as a prepared transaction"
                                        + " (XA RECOVER)",
                                "HY000",
                                LOCK_WAIT_TIMEOUT);
                    }
                    if (System.nanoTime() > end) {
                        ended += endHolders(connection, databases);
                    }
                }
            }
            here.execute("SET SESSION lock_wait_timeout=DEFAULT");
        }
        return ended;
    }

    private static boolean isSet(UnreplicatedSession here, String alter) throws SQLException {
        try {
            here.execute(alter);
            return true;
        } catch (SQLException e) {
            if (e.getErrorCode() != LOCK_WAIT_TIMEOUT) {
                throw e;
            }
            return false;
        }
    }

    @Override
    public List<String> raising(long number, List<String> databases) {
        return databases.stream().map(database -> alter(database, true)).toList();
    }

    @Override
    public String preparing() {
        return "";
    }

    private static String alter(String database, boolean readOnly) {
        return "ALTER DATABASE " + quoteName(database) + " READ ONLY=" + (readOnly ? 1 : 0);
    }

    private static int endHolders(Connection connection, List<String> databases) throws SQLException {
        return Kill.all(
                connection,
                Answers.column(
                        connection,
                        "SELECT DISTINCT t.processlist_id FROM performance_schema.metadata_locks m"
                                + " JOIN performance_schema.threads t ON t.thread_id = m.owner_thread_id"
                                + " WHERE m.lock_status = 'GRANTED' AND t.name = 'thread/sql/one_connection'"
                                + " AND t.processlist_id <> CONNECTION_ID() AND m.object_schema COLLATE utf8mb4_bin IN ("
                                + SqlText.quotedList(databases) + ")"));
    }

    @Override
    public void remove(Connection connection, long number, List<String> databases) throws SQLException {
        lower(connection, number, databases);
    }

    @Override
    public boolean isUp(Connection connection, long number, List<String> databases) throws SQLException {
        return fenced(connection, databases).size() == databases.size();
    }

    private static List<String> fenced(Connection connection, List<String> databases) throws SQLException {
        return Answers.column(
                connection,
                "SELECT schema_name FROM information_schema.schemata_extensions WHERE schema_name IN ("
                        + SqlText.quotedList(databases) + ") AND options LIKE '%READ ONLY=1%'");
    }
}
