package io.pinion.operations.copy;

import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.replication.BinlogPlace;
import io.pinion.operations.server.replication.Position;
import io.pinion.operations.server.replication.SnapshotPlace;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.HeldTable;
import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.work.Sleep;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Some databases of a server as one transaction reads them, and the place in the server's binary log up to which they
 * have every change. Clients go on writing; changes of table definitions wait until the snapshot is closed. Blocks; for
 * one thread.
 *
 * @param server in the transaction that reads the snapshot
 * @param tables all base tables, database by database
 */
public record Snapshot(
        ServerLogin login, ServerConnection server, List<String> databases, List<HeldTable> tables, SnapshotPlace taken)
        implements AutoCloseable {
    /**
     * The timeout for one answer, such as a sum over a big table; a dead server is noticed by its network, or by this.
     */
    static final Duration LONGEST_ANSWER = Duration.ofMinutes(10);

    private static final Duration ASKED_LOCKS = Duration.ofSeconds(30);
    private static final long LOOK_AGAIN_MILLIS = 5;

    /** Tables in one statement. */
    private static final int READ_AT_ONCE = 50;

    private static final int LOCK_WAIT_TIMEOUT = 1205;

    /** ER_TABLE_DEF_CHANGED: the table was altered after the beginning of the transaction. */
    private static final int DEFINITION_CHANGED = 1412;

    private static final int NO_SUCH_TABLE = 1146;

    public Snapshot {
        databases = List.copyOf(databases);
        tables = List.copyOf(tables);
    }

    /**
     * Begins to read the databases as they are now. The caller closes the snapshot soon: the server keeps an old
     * version of all that changes meanwhile.
     *
     * @param login of the operator
     * @param databases that exist
     * @param timeout how long to wait for open transactions that have written there (MySQL), or for changes of
     *     definitions; whole seconds, at least 1. On MySQL new writers of these databases stand still meanwhile
     * @throws TryAgain when it takes longer: the message names the blockers, and the way out
     */
    public static Snapshot open(ServerLogin login, List<String> databases, Duration timeout)
            throws SQLException, TryAgain {
        return open(login, databases, timeout, false);
    }

    /**
     * The same for replication that begins at the snapshot's place. No XA transaction is prepared at that place: a
     * replica would get only its commit, refuse that for lack of the rest, and stop (error 1397; measured on MariaDB
     * 11.4).
     *
     * @param timeout also how long to wait for XA transactions of the server
     */
    public static Snapshot openToFollow(ServerLogin login, List<String> databases, Duration timeout)
            throws SQLException, TryAgain {
        return open(login, databases, timeout, true);
    }

    private static Snapshot open(ServerLogin login, List<String> databases, Duration timeout, boolean followed)
            throws SQLException, TryAgain {
        ServerConnection reader = login.open(LONGEST_ANSWER);
        try {
            reader.execute(settings(reader.dialect(), timeout));
            List<TableName> tables = reader.baseTables(databases);
            SnapshotPlace place = followed
                    ? beginBetweenBranches(reader, login, tables, timeout)
                    : beginBesideWriters(reader, login, tables, timeout);
            List<HeldTable> held = keepDefinitions(reader, tables);
            requireSame(reader, tables, reader.baseTables(databases));
            return new Snapshot(login, reader, databases, held, place);
        } catch (SQLException e) {
            try (reader) {
                throw refused(reader, databases, e);
            }
        } catch (TryAgain | RuntimeException e) {
            reader.close();
            throw e;
        }
    }

    /** The reader waits for its writer, or for a throttle of both: no timeout may end it meanwhile. */
    static List<String> settings(Dialect dialect, Duration timeout) {
        List<String> settings = new ArrayList<>(dialect.takeAllTime());
        settings.add("SET SESSION time_zone='+00:00', sql_mode='', character_set_results=NULL,"
                + " net_write_timeout=86400, wait_timeout=86400, lock_wait_timeout=" + seconds(timeout));
        settings.add("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
        return settings;
    }

    private static long seconds(Duration timeout) {
        return Math.max(1, timeout.toSeconds());
    }

    /**
     * Misses an XA transaction that is prepared and ended between the two questions; then replication stops with an
     * error, and nothing worse happens.
     */
    private static SnapshotPlace beginBetweenBranches(
            ServerConnection reader, ServerLogin login, List<TableName> tables, Duration timeout)
            throws SQLException, TryAgain {
        long end = System.nanoTime() + timeout.toNanos();
        while (true) {
            List<List<String>> branches = reader.branches();
            if (branches.isEmpty()) {
                SnapshotPlace place = beginBesideWriters(reader, login, tables, timeout);
                branches = reader.branches();
                if (branches.isEmpty()) {
                    return place;
                }
                reader.execute(List.of("ROLLBACK"));
            }
            if (System.nanoTime() > end) {
                throw new TryAgain("for " + timeout.toSeconds() + " s there was always an XA transaction"
                        + " prepared on " + reader + ", now " + branches.size() + ": SHOW XA BRANCHES lists those of"
                        + " Pinion, which a proxy ends soon, XA RECOVER there lists all; end them, and try again");
            }
            Sleep.ofMillis(LOOK_AGAIN_MILLIS);
        }
    }

    private static SnapshotPlace beginBesideWriters(
            ServerConnection reader, ServerLogin login, List<TableName> tables, Duration timeout) throws SQLException {
        return reader.dialect().snapshotTellsItsPlace()
                ? begin(reader)
                : beginUnderLock(reader, login, tables, timeout);
    }

    static SnapshotPlace begin(ServerConnection reader) throws SQLException {
        reader.execute(List.of("START TRANSACTION WITH CONSISTENT SNAPSHOT"));
        return reader.dialect().snapshotPlace(reader.jdbc());
    }

    /**
     * Locks the tables, so that they don't change between the beginning of the transaction and the reading of the
     * place. A transaction that has written one of the tables and asks for another meanwhile is told 1213 by the server and is to be
     * sent again; FLUSH TABLES WITH READ LOCK would spare it that, but hold all readers of a table up behind a long SELECT.
     */
    private static SnapshotPlace beginUnderLock(
            ServerConnection reader, ServerLogin login, List<TableName> tables, Duration timeout) throws SQLException {
        try (ServerConnection locker = login.open(LONGEST_ANSWER)) {
            locker.execute(List.of("SET SESSION lock_wait_timeout=" + seconds(timeout)));
            if (!tables.isEmpty()) {
                locker.execute(List.of("LOCK TABLES "
                        + tables.stream().map(table -> table.quoted() + " READ").collect(Collectors.joining(", "))));
            }
            reader.execute(List.of("START TRANSACTION WITH CONSISTENT SNAPSHOT"));
            SnapshotPlace place = reader.dialect().snapshotPlace(locker.jdbc());
            locker.execute(List.of("UNLOCK TABLES"));
            return place;
        }
    }

    /** Reads from each table: a definition that a transaction has read can't change until its end. */
    static List<HeldTable> keepDefinitions(ServerConnection reader, List<TableName> tables) throws SQLException {
        // A table that a user has replaced by a view meanwhile must never be read with the operator's rights.
        List<HeldTable> held = BaseTables.hold(reader.jdbc(), tables);
        for (int first = 0; first < tables.size(); first += READ_AT_ONCE) {
            reader.firstColumn(tables.subList(first, Math.min(tables.size(), first + READ_AT_ONCE)).stream()
                    .map(table -> "(SELECT 1 FROM " + table.quoted() + " LIMIT 1)")
                    .collect(Collectors.joining(" UNION ALL ")));
        }
        return held;
    }

    private static void requireSame(ServerConnection reader, List<TableName> before, List<TableName> now)
            throws TryAgain {
        if (!before.equals(now)) {
            throw new TryAgain("tables of " + reader
                    + " were made or dropped while the snapshot began: keep definitions as they are, and try again");
        }
    }

    /** @throws TryAgain where others are in the way */
    static SQLException refused(ServerConnection reader, Collection<String> databases, SQLException why)
            throws TryAgain {
        return switch (why.getErrorCode()) {
            case LOCK_WAIT_TIMEOUT ->
                throw new TryAgain("tables of " + reader + " are in use by open transactions or by a change of their"
                        + " definitions: " + blockers(reader, databases)
                        + "; let them end, or KILL their connections there, and try again");
            case DEFINITION_CHANGED, NO_SUCH_TABLE ->
                throw new TryAgain("a table of " + reader + " was altered while the snapshot began: " + why.getMessage()
                        + "; keep definitions as they are, and try again");
            default -> why;
        };
    }

    private static String blockers(ServerConnection reader, Collection<String> databases) {
        try {
            List<String> found = reader.firstColumn(reader.dialect().blockersQuestion(databases));
            return found.isEmpty() ? "they have just ended" : String.join("; ", found);
        } catch (SQLException e) {
            return "who holds them can't be told (" + e.getMessage() + ")";
        }
    }

    /**
     * Another connection to the server, for questions about the tables while this holds them ({@link
     * HeldTable#askedOn}). MariaDB searches all locks of a connection for each that it takes: for one with thousands each
     * question takes some milliseconds more (11.4). The caller closes it.
     */
    ServerConnection openToAsk() throws SQLException {
        ServerConnection asked = login.open(LONGEST_ANSWER);
        try {
            asked.execute(settings(asked.dialect(), ASKED_LOCKS));
            return asked;
        } catch (SQLException | RuntimeException e) {
            asked.close();
            throw e;
        }
    }

    /** The same as a JDBC connection. Statements must not end the transaction. */
    public Connection connection() {
        return server.jdbc();
    }

    /** The base tables of one database. */
    public List<HeldTable> tables(String database) {
        return tables.stream()
                .filter(table -> table.name().database().equals(database))
                .toList();
    }

    /** The place in the binary log of the server that is read. */
    public BinlogPlace place() {
        return taken.place();
    }

    /**
     * The same as a position that other servers understand; it counts all transactions of the server, not only those of
     * these databases.
     */
    public Position position() {
        return taken.position();
    }

    /** Ends the snapshot in the middle of a result, of which the rest is never read. */
    public void abort() {
        try {
            server.jdbc().abort(Runnable::run);
        } catch (SQLException gone) {
            // The connection is closed already.
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
