package io.pinion.operations.server.fence;

import static io.pinion.operations.server.sql.SqlText.quote;
import static io.pinion.operations.server.sql.SqlText.quoteName;

import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.Kill;
import io.pinion.operations.server.sql.SqlText;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/**
 * Triggers that read a row, for MariaDB has no read-only databases. Each writer holds the row's shared lock until it
 * has ended, so that the one update that arms them returns exactly when nobody is left who could still commit; a
 * transaction with an older snapshot is refused, too, since locking reads see what is. Rows that replication brings in
 * ROW format run no trigger.
 *
 * <p>TRUNCATE and other DDL pass it, and so does the commit of a branch that was prepared before: what runs of the
 * former is ended.
 */
public record MariaDbDatabaseFence() implements DatabaseFence {
    private static final String TABLE = "pinion_fence.fence";
    private static final List<String> EVENTS = List.of("INSERT", "UPDATE", "DELETE");
    private static final int LOCK_SECONDS = 4;
    private static final int LOCK_WAIT_TIMEOUT = 1205;
    private static final int ATTEMPTS = 50;

    /** A fence has to go, also from tables that are never out of use. */
    private static final Duration REMOVAL_WAIT = Duration.ofSeconds(1);

    /** Databases, one by one. */
    private static final int LOOKED_INTO = 64;

    /** Between two looks for who holds it up. */
    private static final long LOOK_EVERY_MILLIS = 20;

    @Override
    public void prepare(Connection connection, long number, List<String> databases, Duration wait, Watch watch)
            throws SQLException {
        unreplicated(connection, () -> {
            Answers.execute(connection, "CREATE DATABASE IF NOT EXISTS pinion_fence");
            Answers.execute(
                    connection,
                    "CREATE TABLE IF NOT EXISTS " + TABLE
                            + " (id BIGINT UNSIGNED PRIMARY KEY, fenced TINYINT NOT NULL) ENGINE=InnoDB");
            Answers.execute(connection, "INSERT IGNORE INTO " + TABLE + " VALUES (" + number + ", 0)");
            Set<String> there = new HashSet<>(Answers.column(connection, triggers(number, databases)));
            anHourLater(connection, () -> makeTriggers(connection, number, databases, there, wait, watch));
        });
    }

    /** All that can be made, also where a table is in use. */
    private static void makeTriggers(
            Connection connection, long number, List<String> databases, Set<String> there, Duration wait, Watch watch)
            throws SQLException {
        SQLException inUse = null;
        List<List<String>> tables = tables(connection, databases);
        int ready = 0;
        for (List<String> table : tables) {
            watch.look(ready++, tables.size());
            for (String event : EVENTS) {
                if (!there.contains(table.get(0) + "." + name(table.get(1), event))) {
                    try {
                        execute(connection, trigger(table.get(0), table.get(1), event, number), wait);
                    } catch (SQLException e) {
                        if (e.getErrorCode() != LOCK_WAIT_TIMEOUT || !wait.isZero()) {
                            throw e;
                        }
                        inUse = e;
                    }
                }
            }
        }
        watch.look(ready, tables.size());
        if (inUse != null) {
            throw inUse;
        }
    }

    /**
     * Makes triggers that are as if from an hour later, so that prepared statements know them. MariaDB 11.4 prepares a
     * statement again for a trigger that is younger than the statement, and takes a trigger for as old as the beginning
     * of CREATE TRIGGER. What clients prepare between that and its end doesn't know the trigger, nor opens what it
     * reads, and fails with 1146 whenever it is executed (as in MDEV-26048).
     */
    private static void anHourLater(Connection connection, BaseTables.Task<SQLException> work) throws SQLException {
        if (!Answers.single(connection, "SELECT @@secure_timestamp").equals("YES")) {
            Answers.execute(connection, "SET SESSION timestamp=UNIX_TIMESTAMP()+3600");
        }
        try {
            work.run();
        } finally {
            Answers.execute(connection, "SET SESSION timestamp=DEFAULT");
        }
    }

    private static String triggers(long number, List<String> databases) {
        return ofEach(
                databases,
                "SELECT CONCAT(trigger_schema, '.', trigger_name) FROM information_schema.triggers WHERE"
                        + " action_statement LIKE '% WHERE id = " + number + " LOCK%' AND event_object_schema ");
    }

    /**
     * A server looks into one database, or into all of its thousands (MariaDB 11.4); clients may be waiting.
     *
     * @param question about a database, which comes last
     */
    private static String ofEach(List<String> databases, String question) {
        return databases.size() > LOOKED_INTO
                ? question + "IN (" + SqlText.quotedList(databases) + ")"
                : databases.stream()
                        .map(database -> question + "= " + quote(database))
                        .collect(Collectors.joining(" UNION ALL "));
    }

    /**
     * Looks for a moment in which nobody uses the table: whoever waits for a table's definition lets all its other users
     * wait, too, and a transaction that has read there and goes on to write fails then (1213). So it waits, if at all,
     * as a last resort.
     */
    private static void execute(Connection connection, String sql, Duration wait) throws SQLException {
        Answers.execute(connection, "SET SESSION lock_wait_timeout=0");
        try {
            for (int attempt = 1; ; attempt++) {
                try {
                    Answers.execute(connection, sql);
                    return;
                } catch (SQLException e) {
                    if (e.getErrorCode() != LOCK_WAIT_TIMEOUT
                            || attempt > ATTEMPTS
                            || (attempt == ATTEMPTS && wait.isZero())) {
                        throw e;
                    }
                }
                if (attempt == ATTEMPTS) {
                    Answers.execute(connection, "SET SESSION lock_wait_timeout=" + Math.max(1, wait.toSeconds()));
                }
            }
        } finally {
            Answers.execute(connection, "SET SESSION lock_wait_timeout=DEFAULT");
        }
    }

    private static String trigger(String database, String table, String event, long number) {
        return "CREATE OR REPLACE TRIGGER " + quoteName(database) + "." + quoteName(name(table, event)) + " BEFORE "
                + event + " ON " + quoteName(database) + "." + quoteName(table)
                + " FOR EACH ROW BEGIN DECLARE up INT; SELECT fenced INTO up FROM " + TABLE + " WHERE id = " + number
                + " LOCK IN SHARE MODE; IF up THEN SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = 1290, MESSAGE_TEXT = "
                + quote("Pinion: these rows are elsewhere now (operation " + number + ")") + "; END IF; END";
    }

    /** Unique in its database, and within the 64 characters of a name, whatever the table's is. */
    private static String name(String table, String event) {
        CRC32 sum = new CRC32();
        sum.update(table.getBytes(StandardCharsets.UTF_8));
        return "pinion_fence_" + event.toLowerCase(Locale.ROOT) + "_" + Long.toHexString(sum.getValue());
    }

    /** The update waits on a thread of its own, for only while it waits does the server tell whom it waits for. */
    @Override
    public int raise(Connection connection, Connection other, long number, List<String> databases, Duration timeout)
            throws SQLException {
        String self = Answers.single(connection, "SELECT CONNECTION_ID()");
        long end = System.nanoTime() + timeout.toNanos();
        FutureTask<Void> arming = new FutureTask<>(() -> {
            arm(connection, number);
            return null;
        });
        Thread.ofVirtual().name("pinion-fence").start(arming);
        int ended = 0;
        while (true) {
            try {
                arming.get(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
                return ended + new MariaDbRunningDdl(other, databases).end(timeout);
            } catch (TimeoutException waits) {
                if (System.nanoTime() > end) {
                    ended += Kill.all(other, holders(other, self));
                }
            } catch (ExecutionException e) {
                throw e.getCause() instanceof SQLException refused ? refused : new SQLException(e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SQLException("interrupted while writes to moving shards were being refused", e);
            }
        }
    }

    /** Within the server's own timeout for locks: those who hold it up are ended before that. */
    private static void arm(Connection connection, long number) throws SQLException {
        unreplicated(connection, () -> {
            Answers.execute(connection, "SET SESSION innodb_lock_wait_timeout=" + LOCK_SECONDS);
            Answers.execute(connection, raised(number));
            Answers.execute(connection, "SET SESSION innodb_lock_wait_timeout=DEFAULT");
        });
    }

    private static String raised(long number) {
        return "UPDATE " + TABLE + " SET fenced = 1 WHERE id = " + number;
    }

    @Override
    public List<String> raising(long number, List<String> databases) {
        return List.of(raised(number));
    }

    @Override
    public String preparing() {
        return "CREATE TRIGGER … BEFORE INSERT, UPDATE and DELETE on each table";
    }

    private static List<String> holders(Connection connection, String waiter) throws SQLException {
        return Answers.column(
                connection,
                "SELECT DISTINCT b.trx_mysql_thread_id FROM information_schema.innodb_lock_waits w"
                        + " JOIN information_schema.innodb_trx b ON b.trx_id = w.blocking_trx_id"
                        + " JOIN information_schema.innodb_trx r ON r.trx_id = w.requesting_trx_id"
                        + " WHERE b.trx_mysql_thread_id <> 0 AND r.trx_mysql_thread_id = " + Long.parseLong(waiter));
    }

    /** One that is down already is left alone: whoever writes again has a lock on its row, and may keep it for long. */
    @Override
    public void lower(Connection connection, long number, List<String> databases) throws SQLException {
        if (!exists(connection) || !isArmed(connection, number)) {
            return;
        }
        unreplicated(connection, () -> {
            Answers.execute(connection, "SET SESSION innodb_lock_wait_timeout=" + LOCK_SECONDS);
            Answers.execute(connection, "UPDATE " + TABLE + " SET fenced = 0 WHERE id = " + number);
            Answers.execute(connection, "SET SESSION innodb_lock_wait_timeout=DEFAULT");
        });
    }

    private static boolean isArmed(Connection connection, long number) throws SQLException {
        return Answers.single(connection, "SELECT fenced FROM " + TABLE + " WHERE id = " + number)
                .equals("1");
    }

    private static boolean exists(Connection connection) throws SQLException {
        return !Answers.column(
                        connection,
                        "SELECT 1 FROM information_schema.tables WHERE table_schema = 'pinion_fence' AND table_name = 'fence'")
                .isEmpty();
    }

    @Override
    public void remove(Connection connection, long number, List<String> databases) throws SQLException {
        if (!exists(connection)) {
            return;
        }
        unreplicated(connection, () -> {
            for (String trigger : Answers.column(connection, triggers(number, databases))) {
                int dot = trigger.lastIndexOf('.');
                execute(
                        connection,
                        "DROP TRIGGER IF EXISTS " + quoteName(trigger.substring(0, dot)) + "."
                                + quoteName(trigger.substring(dot + 1)),
                        REMOVAL_WAIT);
            }
            Answers.execute(connection, "DELETE FROM " + TABLE + " WHERE id = " + number);
        });
    }

    @Override
    public boolean isUp(Connection connection, long number, List<String> databases) throws SQLException {
        if (!exists(connection) || !isArmed(connection, number)) {
            return false;
        }
        return Answers.column(connection, triggers(number, databases)).size()
                == EVENTS.size() * tables(connection, databases).size();
    }

    private static List<List<String>> tables(Connection connection, List<String> databases) throws SQLException {
        return Answers.rows(
                        connection,
                        ofEach(
                                databases,
                                "SELECT table_schema AS d, table_name AS t FROM information_schema.tables"
                                        + " WHERE table_type IN ('BASE TABLE', 'SYSTEM VERSIONED') AND table_schema "))
                .stream()
                .map(row -> List.of(row.get("d"), row.get("t")))
                // IN knows no case.
                .filter(table -> databases.contains(table.getFirst()))
                .toList();
    }

    private static void unreplicated(Connection connection, BaseTables.Task<SQLException> work) throws SQLException {
        Answers.execute(connection, "SET SESSION sql_log_bin=0");
        try {
            work.run();
        } finally {
            Answers.execute(connection, "SET SESSION sql_log_bin=1");
        }
    }
}
