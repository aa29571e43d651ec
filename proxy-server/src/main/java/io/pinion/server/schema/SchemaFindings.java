package io.pinion.server.schema;

import io.pinion.config.topology.Topology;
import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.KnownSchema;
import io.pinion.routing.catalog.KnownSchema.KnownKeyspace;
import io.pinion.routing.catalog.KnownSchema.KnownTable;
import io.pinion.routing.catalog.Sequence;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.queue.JobQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.TreeSet;

/** The differences between the topology and the servers, in words. */
final class SchemaFindings {
    private SchemaFindings() {}

    static List<String> of(Topology topology, KnownSchema schema) {
        List<String> findings = new ArrayList<>();
        for (Keyspace keyspace : topology.keyspaces().values()) {
            KnownKeyspace known = schema.keyspaces().get(keyspace.name());
            if (known != null && keyspace instanceof Keyspace.Sharded sharded) {
                compare(sharded, known, findings);
            }
        }
        return findings;
    }

    private static void compare(Keyspace.Sharded keyspace, KnownKeyspace known, List<String> findings) {
        for (Table table : new TreeMap<>(keyspace.tables()).values()) {
            String name = keyspace.name() + "." + table.name();
            KnownTable found = known.tables().get(table.name());
            if (found == null) {
                // The shard that was read may be another than the one shard that has the table.
                if (!(table instanceof Table.SingleTable)) {
                    findings.add(name + " is in the topology, but the shards don't have it");
                }
            } else if (!table.columns().isEmpty() && !names(table.columns()).equals(names(found.columns()))) {
                findings.add(name + " has the columns " + names(found.columns()) + ", the topology states "
                        + names(table.columns()));
            } else if (!table.columns().isEmpty()) {
                compareTypes(name, table.columns(), found.columns(), findings);
            }
        }
        TreeSet<String> unrouted = new TreeSet<>(known.tables().keySet());
        unrouted.removeAll(keyspace.tables().keySet());
        unrouted.removeIf(table -> table.equals(Sequence.TABLE) || JobQueue.isOwnTable(table));
        if (!unrouted.isEmpty()) {
            findings.add(
                    "the shards of " + keyspace.name() + " have tables that the topology doesn't name, so that they"
                            + " are reached by the names of shard databases only: " + String.join(", ", unrouted));
        }
    }

    private static List<String> names(List<Column> columns) {
        return columns.stream()
                .map(column -> column.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    private static void compareTypes(String table, List<Column> stated, List<Column> found, List<String> findings) {
        for (int i = 0; i < stated.size(); i++) {
            String statedType = plain(stated.get(i).type());
            String foundType = plain(found.get(i).type());
            if (!statedType.equals(foundType)) {
                findings.add(table + "." + found.get(i).name() + " is "
                        + found.get(i).type() + ", the topology states "
                        + stated.get(i).type());
            }
        }
    }

    /**
     * The type without parts that servers leave out or add: the display width of integers, and MariaDB's JSON, a text
     * with a check.
     */
    private static String plain(String type) {
        String plain = type.toLowerCase(Locale.ROOT)
                .replaceAll("\\b((?:tiny|small|medium|big)?int|integer)\\(\\d+\\)", "$1")
                .replace("integer", "int")
                .replaceAll("\\s+", " ")
                .replace(", ", ",");
        return plain.equals("json") ? "longtext" : plain;
    }
}
