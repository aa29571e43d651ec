package io.pinion.operations.verify;

import io.pinion.operations.copy.Snapshot;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.sql.HeldTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Compares the tables of one database in both snapshots of a {@link ConsistentSnapshot}. Blocks; for one thread. */
final class DatabaseComparison {
    private final ConsistentSnapshot servers;
    private final VerifyThrottle throttle;
    private final String database;
    private final String follower;
    private final List<String> differences = new ArrayList<>();
    private int tables;
    private long rows;

    /** @param follower the role of the replicating server, for messages */
    DatabaseComparison(ConsistentSnapshot servers, VerifyThrottle throttle, String database, String follower) {
        this.servers = servers;
        this.throttle = throttle;
        this.database = database;
        this.follower = follower;
    }

    /**
     * @param tables the number of compared tables, each up to its first difference
     * @param rows the number of compared rows of the primary
     */
    record Outcome(int tables, long rows, List<String> differences) {}

    Outcome compare() throws SQLException, OperationRefused {
        Map<String, HeldTable> here = tables(servers.primary());
        Map<String, HeldTable> there = tables(servers.standby());
        here.keySet().stream()
                .filter(name -> !there.containsKey(name))
                .forEach(name -> differences.add("table " + name + " is missing on the " + follower));
        there.keySet().stream()
                .filter(name -> !here.containsKey(name))
                .forEach(name -> differences.add("table " + name + " is on the " + follower + " only"));
        for (Map.Entry<String, HeldTable> table : here.entrySet()) {
            HeldTable other = there.get(table.getKey());
            if (other != null) {
                TableComparison.Outcome outcome =
                        new TableComparison(servers, throttle, follower).compare(table.getValue(), other);
                rows += outcome.rows();
                tables++;
                outcome.difference().ifPresent(differences::add);
            }
        }
        return outcome();
    }

    /** The result so far, also after an early end. */
    Outcome outcome() {
        return new Outcome(tables, rows, List.copyOf(differences));
    }

    private Map<String, HeldTable> tables(Snapshot snapshot) {
        Map<String, HeldTable> found = new TreeMap<>();
        snapshot.tables(database).forEach(table -> found.put(table.name().table(), table));
        return found;
    }
}
