package io.pinion.operations.server.fence;

import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.Kill;
import io.pinion.operations.work.Sleep;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
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
        List<String> first = running();
        Kill.all(connection, first);
        boolean ended = first.isEmpty()
                || Sleep.until(timeout, LOOK_EVERY_MILLIS, () -> {
                    List<String> running = running();
                    Kill.all(connection, running);
                    return running.isEmpty();
                });
        if (!ended) {
            throw new SQLException("statements that change tables of moving shards don't end: connections "
                    + String.join(", ", running()));
        }
        return first.size();
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
}
