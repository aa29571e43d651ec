package io.pinion.operations.promotion;

import io.pinion.config.topology.Topology;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.work.Workers;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.catalog.Table.ObjectTable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Skips the ids of rows that were lost with a primary. Caches and mapping rows may still hold these ids, so no other
 * object may get one of them. Blocks.
 */
record LostIds(Topology topology, String pair) {
    private static final Logger log = LoggerFactory.getLogger(LostIds.class);

    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(30);
    private static final int LOCK_SECONDS = 2;
    private static final int LOCK_WAIT_TIMEOUT = 1205;

    /** More ids than a server assigns in one table within the lag of a useful standby. */
    static final long MARGIN = 1_000_000;

    /** Tables in one query. */
    private static final int TABLES_AT_ONCE = 200;

    /** What two cores are busy with. */
    private static final int CONNECTIONS = 4;

    /**
     * The length of a hold, and what each table adds to it: with 4,096 tables on two quiet cores 1.5 to 3.5 s were
     * measured on MariaDB, and 2.5 to 3.1 s on MySQL.
     */
    private static final Duration HOLD_WITHOUT_TABLES = Duration.ofSeconds(1);

    private static final Duration HOLD_OF_A_TABLE = Duration.ofNanos(600_000);

    /**
     * Raises the counter of every object table on the pair by {@link #MARGIN}. A repetition costs only ids.
     *
     * @param login for more connections to the same server
     * @return the number of tables
     */
    int passOver(ServerConnection server, ServerLogin login) throws SQLException {
        List<TableName> tables = tables(server);
        Set<TableName> triggered = PassingRows.withTriggers(server);
        for (List<TableName> some : leftByRows(login, tables, triggered)) {
            passOver(server, some, triggered);
        }
        // What a COMMIT has written needn't be on the disk yet, as what ALTER TABLE writes is.
        server.execute(List.of("FLUSH LOCAL ENGINE LOGS"));
        return tables.size();
    }

    /** How long statements wait, from the hold to the new primary, where so many tables' counters are raised. */
    static Duration usualHold(int tables) {
        return HOLD_WITHOUT_TABLES.plus(HOLD_OF_A_TABLE.multipliedBy(tables));
    }

    /** The object tables of the pair. */
    List<TableName> tables(ServerConnection server) throws SQLException {
        List<TableName> tables = new ArrayList<>();
        for (Keyspace keyspace : topology.keyspaces().values()) {
            if (keyspace instanceof Keyspace.Id sharded) {
                Set<String> databases = databases(sharded);
                for (Table table : sharded.tables().values()) {
                    if (table instanceof ObjectTable object) {
                        BaseTables.called(server.jdbc(), object.name()).stream()
                                .filter(found -> databases.contains(found.database()))
                                .forEach(tables::add);
                    }
                }
            }
        }
        return tables;
    }

    /**
     * Raises them on several connections at once.
     *
     * @return those for which that has failed, or wasn't tried
     */
    private static Collection<List<TableName>> leftByRows(
            ServerLogin login, List<TableName> tables, Set<TableName> triggered) {
        Queue<List<TableName>> waiting = new ConcurrentLinkedQueue<>();
        for (int first = 0; first < tables.size(); first += TABLES_AT_ONCE) {
            waiting.add(tables.subList(first, Math.min(tables.size(), first + TABLES_AT_ONCE)));
        }
        Queue<List<TableName>> left = new ConcurrentLinkedQueue<>();
        int connections = Math.min(CONNECTIONS, waiting.size());
        if (connections > 0) {
            Workers.together("pinion-ids", connections, () -> byRows(login, triggered, waiting, left));
        }
        left.addAll(waiting);
        return left;
    }

    private static void byRows(
            ServerLogin login, Set<TableName> triggered, Queue<List<TableName>> waiting, Queue<List<TableName>> left) {
        try (ServerConnection server = login.open(LONGEST_ANSWER)) {
            PassingRows rows = new PassingRows(server, MARGIN, triggered);
            rows.begin(LOCK_SECONDS);
            for (List<TableName> some = waiting.poll(); some != null; some = waiting.poll()) {
                List<TableName> failed = some;
                try {
                    failed = rows.raise(some);
                } catch (SQLException e) {
                    if (isLocked(e) || ServerConnection.isLost(e)) {
                        throw e;
                    }
                } finally {
                    if (!failed.isEmpty()) {
                        left.add(failed);
                    }
                }
            }
        } catch (SQLException e) {
            // The caller does the rest on its own connection, and meets the same if it stays.
            log.atInfo().addKeyValue("server", login).setCause(e).log("Ids are passed over on fewer connections");
        }
    }

    private static void passOver(ServerConnection server, List<TableName> tables, Set<TableName> triggered)
            throws SQLException {
        List<TableName> left = tables;
        PassingRows rows = new PassingRows(server, MARGIN, triggered);
        rows.begin(LOCK_SECONDS);
        try {
            left = unlocked(server, tables, () -> rows.raise(tables));
        } catch (SQLException e) {
            if (isLocked(e) || ServerConnection.isLost(e)) {
                throw e;
            }
        }
        List<TableName> altered = left;
        if (altered.isEmpty()) {
            return;
        }
        for (Map.Entry<TableName, Long> counter :
                unlocked(server, altered, () -> server.counters(altered)).entrySet()) {
            unlocked(server, List.of(counter.getKey()), () -> {
                server.setCounter(counter.getKey(), counter.getValue() + MARGIN);
                return true;
            });
        }
    }

    static boolean isLocked(SQLException e) {
        return e.getErrorCode() == LOCK_WAIT_TIMEOUT;
    }

    private Set<String> databases(Keyspace.Id keyspace) {
        return keyspace.ranges().ranges().stream()
                .filter(range -> range.pair().equals(pair))
                .flatMap(range -> keyspace.databases().databasesOf(range.first(), range.last()).stream())
                .collect(Collectors.toSet());
    }

    /**
     * Does work on tables that may be locked. A backup or a reader must not delay the replacement of a lost primary, so
     * after {@link #LOCK_SECONDS} all clients' connections are ended.
     */
    private static <T> T unlocked(
            ServerConnection server, List<TableName> tables, BaseTables.Work<T, SQLException> work)
            throws SQLException {
        server.execute(List.of("SET SESSION lock_wait_timeout=" + LOCK_SECONDS));
        try {
            return work.run();
        } catch (SQLException e) {
            if (!isLocked(e)) {
                throw e;
            }
            int ended = server.endClients();
            log.atWarn()
                    .addKeyValue("server", server)
                    .addKeyValue("tables", tables)
                    .addKeyValue("ended_connections", ended)
                    .log("Somebody kept a table of a new primary locked: all its clients were ended");
            return alone(server, tables, work);
        }
    }

    private static <T> T alone(ServerConnection server, List<TableName> tables, BaseTables.Work<T, SQLException> work)
            throws SQLException {
        try {
            return work.run();
        } catch (SQLException e) {
            if (!isLocked(e)) {
                throw e;
            }
            throw new SQLException(
                    "one of " + tables + " on " + server + " is locked by whom Pinion may not end, one of "
                            + server.clients() + ": end him there (SHOW PROCESSLIST)",
                    e.getSQLState(),
                    e.getErrorCode(),
                    e);
        }
    }
}
