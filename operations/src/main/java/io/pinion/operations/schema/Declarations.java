package io.pinion.operations.schema;

import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.routing.catalog.Declaration;
import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.definition.SchemaChange.DeclarationChange;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes declarations of tables into the topology. A repetition changes nothing. */
final class Declarations {
    private Declarations() {}

    /**
     * Applies the changes in order, all or none, to the stored topology.
     *
     * @return the generation with the changes; 0 when there was nothing to change
     */
    static long apply(TopologyChange stored, String keyspace, List<DeclarationChange> changes) throws OperationRefused {
        if (changes.isEmpty()) {
            return 0;
        }
        try {
            return stored.store(
                            before -> changed(before, keyspace, changes),
                            now -> changed(now, keyspace, changes).equals(now),
                            "somebody else changes the tables of " + keyspace + " in the topology at the same time")
                    .generation();
        } catch (IllegalArgumentException e) {
            throw new OperationRefused("the topology can't be changed: " + e.getMessage());
        }
    }

    /** @throws IllegalArgumentException when a declaration isn't possible */
    static Topology changed(Topology topology, String name, List<DeclarationChange> changes) {
        if (!(topology.keyspaces().get(name) instanceof Keyspace.Sharded keyspace)) {
            throw new IllegalArgumentException("there is no sharded keyspace " + name);
        }
        Map<String, Table> tables = new LinkedHashMap<>(keyspace.tables());
        for (DeclarationChange change : changes) {
            switch (change) {
                case DeclarationChange.Declare(String table, Declaration as) -> declare(tables, table, as);
                case DeclarationChange.Forget(String table) -> tables.remove(table);
                case DeclarationChange.Move(String from, String to) -> move(tables, from, to);
            }
        }
        return tables.equals(keyspace.tables()) ? topology : topology.withKeyspace(keyspace.withTables(tables));
    }

    private static void declare(Map<String, Table> tables, String name, Declaration as) {
        Table before = tables.get(name);
        if (before != null) {
            int type = before instanceof Table.ObjectTable object ? object.type() : 0;
            if (as.table(name, type).equals(before.withColumns(List.of()))) {
                return;
            }
            // Where its rows are stays as it is.
            if (as.table(name, type)
                    .withQueue(Optional.empty())
                    .equals(before.withColumns(List.of()).withQueue(Optional.empty()))) {
                tables.put(name, before.withQueue(as.queue()));
                return;
            }
            throw new IllegalArgumentException(name + " is declared already, as "
                    + Declaration.like(before).words());
        }
        Table declared = as.table(name, freeType(tables));
        if (declared instanceof Table.ObjectTable object) {
            tables.values().stream()
                    .filter(other -> other instanceof Table.ObjectTable table && table.type() == object.type())
                    .findFirst()
                    .ifPresent(other -> {
                        throw new IllegalArgumentException(
                                "type " + object.type() + " belongs to " + other.name() + " already");
                    });
        }
        tables.put(name, declared);
    }

    /** Type 0 stays free: an id with it and shard 0 would look like a small number. */
    private static int freeType(Map<String, Table> tables) {
        List<Integer> taken = tables.values().stream()
                .filter(Table.ObjectTable.class::isInstance)
                .map(table -> ((Table.ObjectTable) table).type())
                .toList();
        int type = 1;
        while (taken.contains(type)) {
            type++;
        }
        if (type > GlobalId.MAX_TYPE) {
            throw new IllegalArgumentException("all " + GlobalId.MAX_TYPE + " types of objects are taken");
        }
        return type;
    }

    private static void move(Map<String, Table> tables, String from, String to) {
        Table table = tables.remove(from);
        if (table == null) {
            // A resumed operation may have moved it already.
            if (tables.containsKey(to)) {
                return;
            }
            throw new IllegalArgumentException("there is no table " + from + " to be renamed");
        }
        if (tables.containsKey(to)) {
            throw new IllegalArgumentException("the topology has a table " + to + " already");
        }
        tables.put(to, renamed(table, to));
    }

    private static Table renamed(Table table, String to) {
        int type = table instanceof Table.ObjectTable object ? object.type() : 0;
        return Declaration.like(table).table(to, type).withColumns(table.columns());
    }
}
