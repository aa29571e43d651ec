package io.pinion.operations.verify;

import io.pinion.operations.copy.KeyBounds;
import io.pinion.operations.copy.RowSum;
import io.pinion.operations.copy.Snapshot;
import io.pinion.operations.copy.TableDefinition;
import io.pinion.operations.copy.TableShape;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.sql.HeldTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Compares the tables of one database in both snapshots of a {@link ConsistentSnapshot}, some rows at a time. What it has
 * found can be asked also after an early end. Blocks; one run, by one thread.
 */
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

    /** The number of compared tables, each up to its first difference. */
    int tables() {
        return tables;
    }

    /** The number of compared rows of the primary. */
    long rows() {
        return rows;
    }

    List<String> differences() {
        return List.copyOf(differences);
    }

    void run() throws SQLException, OperationRefused {
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
                compare(table.getValue(), other);
                tables++;
            }
        }
    }

    private Map<String, HeldTable> tables(Snapshot snapshot) {
        Map<String, HeldTable> found = new TreeMap<>();
        snapshot.tables(database).forEach(table -> found.put(table.name().table(), table));
        return found;
    }

    private void compare(HeldTable primary, HeldTable standby) throws SQLException, OperationRefused {
        TableDefinition there = servers.there().definition(standby);
        TableDefinition here = servers.here().definition(primary);
        if (!here.equals(there)) {
            differences.add("table " + primary.name().table() + " is another on the " + follower + ": the primary has "
                    + here.missingIn(there).orElse("nothing more") + ", the " + follower + " "
                    + there.missingIn(here).orElse("nothing more"));
            return;
        }
        TableShape shape = servers.here().shape(primary);
        KeyBounds bounds = KeyBounds.of(shape, servers.primary().server().dialect());
        @Nullable PartSize size = null;
        List<String> after = List.of();
        while (true) {
            throttle.take();
            long begun = System.nanoTime();
            List<String> upTo = bounds.isEmpty()
                    ? List.of()
                    : bounds.next(
                            servers.primary().connection(),
                            shape,
                            after,
                            size == null ? PartSize.FIRST_ROWS : size.rows());
            if (!isEqual(shape, bounds, after, upTo) || upTo.isEmpty()) {
                return;
            }
            if (size == null) {
                // Most tables of thousands have no second part, for which nothing needs to be asked.
                size = PartSize.of(primary);
            }
            size.took(System.nanoTime() - begun);
            after = upTo;
        }
    }

    private boolean isEqual(TableShape shape, KeyBounds bounds, List<String> after, List<String> upTo)
            throws SQLException {
        String condition = bounds.condition(after, upTo);
        RowSum here = RowSum.of(servers.primary().connection(), shape, condition);
        RowSum there = RowSum.of(servers.standby().connection(), shape, condition);
        rows += here.rows();
        if (here.equals(there)) {
            return true;
        }
        differences.add("table " + shape.name().table() + " differs, " + bounds.words(after, upTo) + ": " + here.rows()
                + " rows on the primary, " + there.rows() + " on the " + follower
                + (here.rows() == there.rows() ? ", of which some differ" : ""));
        return false;
    }
}
