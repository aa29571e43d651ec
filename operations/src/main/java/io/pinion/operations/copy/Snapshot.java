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
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Some databases of a server as one transaction reads them, and the place in the server's binary log up to which they have
 * everything. Clients go on writing; changes of the tables' definitions wait until it is closed. Blocks; one thread's.
 */
public final class Snapshot implements AutoCloseable {
    /** For one answer, such as a sum over a big table; a dead server is noticed by its network, or then. */
    private static final Duration LONGEST_ANSWER = Duration.ofMinutes(10);

    private static final long LOOK_AGAIN_MILLIS = 5;

    private static final int LOCK_WAIT_TIMEOUT = 1205;

    /** ER_TABLE_DEF_CHANGED: it was altered behind the beginning of the transaction. */
    private static final int DEFINITION_CHANGED = 1412;

    private static final int NO_SUCH_TABLE = 1146;

    private final ServerConnection server;
    private final List<String> databases;
    private final List<HeldTable> tables;
    private final SnapshotPlace place;

    private Snapshot(ServerConnection server, List<String> databases, List<HeldTable> tables, SnapshotPlace place) {
        this.server = server;
        this.databases = List.copyOf(databases);
        this.tables = List.copyOf(tables);
        this.place = place;
    }

    /**
     * Begins to read the databases as they are now. The caller closes it, soon: the server keeps all that changes meanwhile.
     *
     * @param login of the operator
     * @param databases that exist
     * @param timeout how long open transactions that have written there (MySQL), or changes of definitions, may hold it up;
     *     whole seconds, at least 1. On MySQL new writers of these databases stand still meanwhile
     * @throws CopyRefused somebody holds it up for longer: the message says who, and what to do
     */
    public static Snapshot open(ServerLogin login, List<String> databases, Duration timeout)
            throws SQLException, CopyRefused {
        return open(login, databases, timeout, Company.WRITERS);
    }

    /**
     * The same for who goes on from its place by replication. No XA transaction is prepared at that place: of one that is,
     * only the end would come, and a server that hasn't got the rest refuses it and stops following (error 1397; measured
     * on MariaDB 11.4).
     *
     * @param timeout also how long XA transactions of the server may hold it up
     */
    public static Snapshot openToFollow(ServerLogin login, List<String> databases, Duration timeout)
            throws SQLException, CopyRefused {
        return open(login, databases, timeout, Company.WRITERS_AND_A_FOLLOWER);
    }

    /**
     * The same of a server to whose databases nobody writes, not even replication, which the caller takes care of.
     *
     * @param timeout how long changes of definitions may hold it up
     */
    public static Snapshot openBeside(ServerLogin login, List<String> databases, Duration timeout)
            throws SQLException, CopyRefused {
        return open(login, databases, timeout, Company.NOBODY);
    }

    /** Who is there. */
    private enum Company {
        WRITERS,
        WRITERS_AND_A_FOLLOWER,
        NOBODY
    }

    private static Snapshot open(ServerLogin login, List<String> databases, Duration timeout, Company company)
            throws SQLException, CopyRefused {
        ServerConnection reader = login.open(LONGEST_ANSWER);
        try {
            reader.execute(settings(reader.dialect(), timeout));
            List<TableName> tables = tables(reader, databases);
            SnapshotPlace place =
                    switch (company) {
                        case WRITERS -> beginBesideWriters(reader, login, tables, timeout);
                        case WRITERS_AND_A_FOLLOWER -> beginBetweenBranches(reader, login, tables, timeout);
                        case NOBODY -> begin(reader);
                    };
            List<HeldTable> held = keepDefinitions(reader, tables);
            requireSame(reader, tables, tables(reader, databases));
            return new Snapshot(reader, databases, held, place);
        } catch (SQLException e) {
            CopyRefused refused = refused(reader, databases, e);
            reader.close();
            if (refused != null) {
                throw refused;
            }
            throw e;
        } catch (CopyRefused | RuntimeException e) {
            reader.close();
            throw e;
        }
    }

    /** The reader waits for its writer, or for somebody who throttles both: nothing may end it meanwhile. */
    private static List<String> settings(Dialect dialect, Duration timeout) {
        List<String> settings = new ArrayList<>(dialect.takeAllTime());
        settings.add("SET SESSION time_zone='+00:00', sql_mode='', character_set_results=NULL,"
                + " net_write_timeout=86400, wait_timeout=86400, lock_wait_timeout=" + seconds(timeout));
        settings.add("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
        return settings;
    }

    private static long seconds(Duration timeout) {
        return Math.max(1, timeout.toSeconds());
    }

    /** One that is prepared and ended between the two questions is missed; then following stops with an error, and nothing else. */
    private static SnapshotPlace beginBetweenBranches(
            ServerConnection reader, ServerLogin login, List<TableName> tables, Duration timeout)
            throws SQLException, CopyRefused {
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
                throw new CopyRefused(List.of("for " + timeout.toSeconds() + " s there was always an XA transaction"
                        + " prepared on " + reader + ", now " + branches.size() + ": SHOW XA BRANCHES lists those of"
                        + " Pinion, which a proxy ends soon, XA RECOVER there lists all; end them, and try again"));
            }
            pause();
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts a copy, which ends by its deadlines", e);
        }
    }

    private static SnapshotPlace beginBesideWriters(
            ServerConnection reader, ServerLogin login, List<TableName> tables, Duration timeout) throws SQLException {
        return reader.dialect().snapshotTellsItsPlace()
                ? begin(reader)
                : beginUnderLock(reader, login, tables, timeout);
    }

    private static SnapshotPlace begin(ServerConnection reader) throws SQLException {
        reader.execute(List.of("START TRANSACTION WITH CONSISTENT SNAPSHOT"));
        return reader.dialect().snapshotPlace(reader.jdbc());
    }

    /** Nobody writes to these tables between the beginning and the reading of the place. */
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

    /** A definition that was read in a transaction can't be changed until its end. */
    private static List<HeldTable> keepDefinitions(ServerConnection reader, List<TableName> tables)
            throws SQLException {
        // Those that a user has made views of meanwhile are never read with the operator's rights.
        List<HeldTable> held = BaseTables.hold(reader.jdbc(), tables);
        for (TableName table : tables) {
            reader.firstColumn("SELECT 1 FROM " + table.quoted() + " LIMIT 1");
        }
        return held;
    }

    private static void requireSame(ServerConnection reader, List<TableName> before, List<TableName> now)
            throws CopyRefused {
        if (!before.equals(now)) {
            throw new CopyRefused(List.of("tables of " + reader
                    + " were made or dropped while the snapshot began: keep definitions as they are, and try again"));
        }
    }

    private static @Nullable CopyRefused refused(
            ServerConnection reader, Collection<String> databases, SQLException why) {
        return switch (why.getErrorCode()) {
            case LOCK_WAIT_TIMEOUT ->
                new CopyRefused(
                        List.of("tables of " + reader + " are in use by open transactions or by a change of their"
                                + " definitions: " + blockers(reader, databases)
                                + "; let them end, or KILL their connections there, and try again"));
            case DEFINITION_CHANGED, NO_SUCH_TABLE ->
                new CopyRefused(List.of("a table of " + reader + " was altered while the snapshot began: "
                        + why.getMessage() + "; keep definitions as they are, and try again"));
            default -> null;
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

    /** One database after the other: MariaDB looks through all that it has for a list of some. */
    private static List<TableName> tables(ServerConnection reader, List<String> databases) throws SQLException {
        List<TableName> tables = new ArrayList<>();
        for (String database : databases) {
            tables.addAll(BaseTables.in(reader.jdbc(), database));
        }
        return tables;
    }

    /** The server, in the transaction that reads the snapshot. */
    public ServerConnection server() {
        return server;
    }

    /** The same for statements. They must not end the transaction. */
    public Connection connection() {
        return server.jdbc();
    }

    public List<String> databases() {
        return databases;
    }

    /** All base tables, database by database. */
    public List<HeldTable> tables() {
        return tables;
    }

    /** Those of one database. */
    public List<HeldTable> tables(String database) {
        return tables.stream()
                .filter(table -> table.name().database().equals(database))
                .toList();
    }

    /** In the binary log of the server that is read. */
    public BinlogPlace place() {
        return place.place();
    }

    /** The same, as other servers understand it; all transactions of the server, not only those of these databases. */
    public Position position() {
        return place.position();
    }

    /** Ends it in the middle of an answer, of which the rest is never read. */
    void abort() {
        try {
            server.jdbc().abort(Runnable::run);
        } catch (SQLException gone) {
            // As it should be.
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
