package io.pinion.operations.promotion;

import io.pinion.config.topology.Topology;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.TableName;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.catalog.Table.ObjectTable;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Skips the ids of rows that were lost with a primary. Caches and mapping rows may still hold these ids, so no other
 * object may get one of them. Blocks.
 */
final class LostIds {
    private static final Logger log = LoggerFactory.getLogger(LostIds.class);

    private static final int LOCK_SECONDS = 2;
    private static final int LOCK_WAIT_TIMEOUT = 1205;

    /** More ids than a server assigns in one table within the lag of a useful standby. */
    static final long MARGIN = 1_000_000;

    /** Tables in one query. */
    private static final int TABLES_AT_ONCE = 200;

    private final Topology topology;
    private final String pair;

    LostIds(Topology topology, String pair) {
        this.topology = topology;
        this.pair = pair;
    }

    /**
     * Raises the counter of every object table on the pair by {@link #MARGIN}. A repetition costs only ids.
     *
     * @return the number of tables
     */
    int passOver(ServerConnection server) throws SQLException {
        int raised = 0;
        for (Keyspace keyspace : topology.keyspaces().values()) {
            if (keyspace instanceof Keyspace.Id sharded) {
                Set<String> databases = databases(sharded);
                for (Table table : sharded.tables().values()) {
                    if (table instanceof ObjectTable object) {
                        raised += passOver(server, object.name(), databases);
                    }
                }
            }
        }
        return raised;
    }

    private static int passOver(ServerConnection server, String table, Set<String> databases) throws SQLException {
        List<TableName> tables = BaseTables.called(server.jdbc(), table).stream()
                .filter(found -> databases.contains(found.database()))
                .toList();
        for (int first = 0; first < tables.size(); first += TABLES_AT_ONCE) {
            List<TableName> some = tables.subList(first, Math.min(tables.size(), first + TABLES_AT_ONCE));
            for (Map.Entry<TableName, Long> counter :
                    unlocked(server, some, () -> server.counters(some)).entrySet()) {
                unlocked(server, List.of(counter.getKey()), () -> {
                    server.setCounter(counter.getKey(), counter.getValue() + MARGIN);
                    return true;
                });
            }
        }
        return tables.size();
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
            if (e.getErrorCode() != LOCK_WAIT_TIMEOUT) {
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
            if (e.getErrorCode() != LOCK_WAIT_TIMEOUT) {
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
