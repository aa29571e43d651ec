package io.pinion.operations.promotion;

import io.pinion.config.topology.Topology;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.TableName;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Table.ObjectTable;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ids of rows that were lost with a primary: caches and mapping rows may still hold them, so none of them may be given to
 * another object. Blocks.
 */
final class LostIds {
    private static final Logger log = LoggerFactory.getLogger(LostIds.class);

    private static final int LOCK_SECONDS = 2;
    private static final int LOCK_WAIT_TIMEOUT = 1205;

    /** More than a server inserts into one table within the lag of a standby that is of any use. */
    static final long MARGIN = 1_000_000;

    /** In one question. */
    private static final int DATABASES_AT_ONCE = 200;

    private final Topology topology;
    private final String pair;

    LostIds(Topology topology, String pair) {
        this.topology = topology;
        this.pair = pair;
    }

    /**
     * Lets every object table on the pair go on with a number that is higher by a margin. Doing it twice costs numbers, and
     * nothing else.
     *
     * @return how many tables there were
     */
    int passOver(ServerConnection server) throws SQLException {
        int raised = 0;
        for (Keyspace keyspace : topology.keyspaces().values()) {
            if (keyspace instanceof Keyspace.Id sharded) {
                Set<String> tables = sharded.tables().values().stream()
                        .filter(ObjectTable.class::isInstance)
                        .map(table -> ((ObjectTable) table).name())
                        .collect(Collectors.toSet());
                List<String> databases = databases(sharded);
                for (int first = 0; first < databases.size(); first += DATABASES_AT_ONCE) {
                    List<String> some = databases.subList(first, Math.min(databases.size(), first + DATABASES_AT_ONCE));
                    raised += passOver(server, server.counters(some), tables);
                }
            }
        }
        return raised;
    }

    private List<String> databases(Keyspace.Id keyspace) {
        return keyspace.ranges().ranges().stream()
                .filter(range -> range.pair().equals(pair))
                .flatMap(range -> keyspace.databases().databasesOf(range.first(), range.last()).stream())
                .toList();
    }

    private static int passOver(ServerConnection server, Map<TableName, Long> counters, Set<String> tables)
            throws SQLException {
        int raised = 0;
        for (Map.Entry<TableName, Long> counter : counters.entrySet()) {
            if (tables.contains(counter.getKey().table())) {
                raise(server, counter.getKey(), counter.getValue() + MARGIN);
                raised++;
            }
        }
        return raised;
    }

    private static void raiseAlone(ServerConnection server, TableName table, long next) throws SQLException {
        try {
            server.setCounter(table, next);
        } catch (SQLException e) {
            if (e.getErrorCode() != LOCK_WAIT_TIMEOUT) {
                throw e;
            }
            throw new SQLException(
                    table + " on " + server + " is locked by whom Pinion may not end, one of " + server.clients()
                            + ": end him there (SHOW PROCESSLIST)",
                    e.getSQLState(),
                    e.getErrorCode(),
                    e);
        }
    }

    /** Nobody waits for a backup of the standby, or for who reads there, when it has to take the place of a lost primary. */
    private static void raise(ServerConnection server, TableName table, long next) throws SQLException {
        server.execute(List.of("SET SESSION lock_wait_timeout=" + LOCK_SECONDS));
        try {
            server.setCounter(table, next);
        } catch (SQLException e) {
            if (e.getErrorCode() != LOCK_WAIT_TIMEOUT) {
                throw e;
            }
            int ended = server.endClients();
            log.atWarn()
                    .addKeyValue("server", server)
                    .addKeyValue("table", table)
                    .addKeyValue("ended_connections", ended)
                    .log("Somebody kept a table of a new primary locked: all its clients were ended");
            raiseAlone(server, table, next);
        }
    }
}
