package io.pinion.routing.advice;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Declaration;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.KnownSchema;
import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.function.KeyEncoding;
import io.pinion.routing.function.ShardFunctions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A sharded keyspace in the place of a database.
 *
 * @param declarations of its tables, by name; a table without one isn't in the keyspace
 * @param layout its shards
 */
public record Proposal(UnshardedSchema schema, Map<String, Declaration> declarations, Layout layout) {
    /** The pair of what no keyspace names, such as other databases. */
    private static final String HOME = "home";

    /**
     * Where the shards are.
     *
     * @param shards how many there are
     * @param pairs which hold a range of the same size each
     */
    public record Layout(int shards, List<String> pairs) {
        public Layout {
            pairs = List.copyOf(pairs);
            if (pairs.isEmpty() || pairs.size() > shards) {
                throw new IllegalArgumentException(shards + " shards can't be on " + pairs.size() + " pairs");
            }
        }

        RangeTable ranges() {
            List<ShardRange> ranges = new ArrayList<>();
            for (int pair = 0; pair < pairs.size(); pair++) {
                ranges.add(ShardRange.of(first(pair), first(pair + 1) - 1, pairs.get(pair)));
            }
            return new RangeTable(ranges);
        }

        private int first(int pair) {
            return (int) ((long) shards * pair / pairs.size());
        }
    }

    public Proposal {
        declarations = Collections.unmodifiableMap(new LinkedHashMap<>(declarations));
    }

    /** The same before the table is made. */
    Proposal without(String table) {
        Map<String, Declaration> others = new LinkedHashMap<>(declarations);
        others.remove(table);
        return new Proposal(schema, others, layout);
    }

    /** Whether a statement only reads reference tables, of which any shard has the rows. */
    boolean readsCopies(StatementFacets facets) {
        return !facets.tables().isEmpty()
                && facets.written().isEmpty()
                && facets.tables().stream()
                        .allMatch(table -> declarations.get(table) instanceof Declaration.ReferenceRows);
    }

    /** Whether a new row's shard is that of the number which the table's sequence gives it. */
    boolean isPlacedByItsNumber(String table) {
        return declarations.get(table) instanceof Declaration.HashedRows(String key, var sequence, var queue)
                && sequence.filter(key::equals).isPresent();
    }

    /** The keyspace, without columns, as a topology states it. */
    public Keyspace.Mod keyspace() {
        Map<String, Table> tables = new LinkedHashMap<>();
        declarations.forEach((name, declaration) -> tables.put(name, declaration.table(name, 0)));
        return new Keyspace.Mod(
                schema.database(),
                DatabasePattern.parse(pattern(schema.database())),
                layout.ranges(),
                tables,
                layout.shards(),
                ShardFunctions.byName("md5").orElseThrow(),
                KeyEncoding.UTF8);
    }

    /** No digit may stand before the number. */
    private static String pattern(String database) {
        String plain = database.replace("%", "");
        boolean figure = plain.isEmpty() || Character.isDigit(plain.charAt(plain.length() - 1));
        return plain + (figure ? "_" : "") + "%05d";
    }

    /** What a proxy would plan with, once it has read the tables from a shard. */
    public Catalog catalog(long edition) {
        Map<String, KnownSchema.KnownTable> known = new LinkedHashMap<>();
        declarations.keySet().forEach(name -> schema.table(name).ifPresent(table -> known.put(name, table.known())));
        Keyspace.Mod keyspace = keyspace();
        return new Catalog(edition, List.of(keyspace), Optional.of(HOME))
                .with(new KnownSchema(
                        1,
                        Map.of(keyspace.name(), new KnownSchema.KnownKeyspace("utf8mb4", "utf8mb4_general_ci", known)),
                        Map.of()));
    }
}
