package io.pinion.operations.server.fence;

import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.Kill;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Statements that change tables of some databases and run now: no trigger keeps them from it, and what they did after
 * the last position was read would be on the old copy alone. Blocks.
 *
 * @param connection which may see and end all others
 */
record MariaDbRunningDdl(Connection connection, List<String> databases) {
    private static final long LOOK_EVERY_MILLIS = 10;

    /** What is in a comment may run, and SET STATEMENT … FOR runs what follows. */
    private static final Pattern DDL = Pattern.compile(
            "(?is)(?:\\s++|/\\*M?!\\d*+|/\\*.*?\\*/|--[^\\n]*\\n|#[^\\n]*\\n|\\(|SET\\s++STATEMENT\\b.*?\\bFOR\\b)*+"
                    + "(?:TRUNCATE|ALTER|DROP|RENAME|CREATE|OPTIMIZE|REPAIR|ANALYZE)\\b.*");

    /** Of a statement's text: more than names of tables and columns fill. */
    private static final int LOOKED_AT = 20_000;

    /**
     * Ends the connections that run one.
     *
     * @return how many
     * @throws SQLException also when one hasn't ended in time
     */
    int end(Duration timeout) throws SQLException {
        long end = System.nanoTime() + timeout.toNanos();
        List<String> running = running();
        int ended = running.size();
        while (!running.isEmpty()) {
            if (System.nanoTime() > end) {
                throw new SQLException("statements that change tables of moving shards don't end: connections "
                        + String.join(", ", running));
            }
            Kill.all(connection, running);
            pause();
            running = running();
        }
        return ended;
    }

    private List<String> running() throws SQLException {
        return Answers.rows(
                        connection,
                        "SELECT id AS id, COALESCE(db, '') AS db, LEFT(info, " + LOOKED_AT + ") AS info"
                                + " FROM information_schema.processlist WHERE command IN ('Query', 'Execute', 'Killed')"
                                + " AND id <> CONNECTION_ID() AND info IS NOT NULL")
                .stream()
                .filter(row -> changesTables(row.getOrDefault("db", ""), row.getOrDefault("info", ""), databases))
                .map(row -> row.getOrDefault("id", ""))
                .toList();
    }

    /**
     * @param database the connection's own
     * @param databases those that move
     */
    static boolean changesTables(String database, String statement, List<String> databases) {
        return DDL.matcher(statement).matches()
                && databases.stream().anyMatch(moving -> moving.equals(database) || statement.contains(moving));
    }

    private static void pause() throws SQLException {
        try {
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted while changes of moving tables were being ended", e);
        }
    }
}
