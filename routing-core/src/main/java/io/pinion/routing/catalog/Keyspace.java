package io.pinion.routing.catalog;

import io.pinion.routing.function.KeyEncoding;
import io.pinion.routing.function.ShardFunction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One logical database that a client can {@code USE}. */
public sealed interface Keyspace {
    String name();

    /** The guarantee for a transaction on more than one shard. */
    TransactionMode transactions();

    /** What its name means to clients; empty for a database on the home pair, which no keyspace names. */
    default Optional<Keyspace> seen() {
        return Optional.of(this);
    }

    /** A keyspace of many databases, one per shard. */
    sealed interface Sharded extends Keyspace {
        DatabasePattern databases();

        /** The patterns of its databases' names, and of those of shards that it is resharded into or from. */
        default List<DatabasePattern> allDatabases() {
            Optional<Resharding> other =
                    switch (this) {
                        case Id id -> Optional.empty();
                        case Mod mod -> mod.resharding;
                    };
            return Stream.concat(Stream.of(databases()), other.map(Resharding::databases).stream())
                    .toList();
        }

        RangeTable ranges();

        /** The policy for statements that name none of its shards. */
        ScatterPolicy scatter();

        /** The tables by name; names are case-sensitive, as in MySQL on Linux. */
        Map<String, Table> tables();

        /** The same keyspace with these tables in place of its own. */
        default Sharded withTables(Map<String, Table> others) {
            return switch (this) {
                case Id id ->
                    new Id(id.name, id.databases, id.ranges, others, id.transactions, id.scatter, id.importing);
                case Mod mod -> mod.with(mod.ranges, others, mod.transactions, mod.importing, mod.resharding);
            };
        }

        /** The same keyspace with its shards on these pairs. */
        default Sharded withRanges(RangeTable others) {
            return switch (this) {
                case Id id ->
                    new Id(id.name, id.databases, others, id.tables, id.transactions, id.scatter, id.importing);
                case Mod mod -> mod.with(others, mod.tables, mod.transactions, mod.importing, mod.resharding);
            };
        }

        /** The database that it gets or has got its rows from; empty when there is no way back to one. */
        Optional<Importing> importing();

        /** Whether it only gets rows so far: to clients, its name is the database, and they don't see its shards. */
        default boolean isImporting() {
            return importing().filter(database -> !database.handedOver()).isPresent();
        }

        /** While it only gets rows, the database: on a pair that is named, it is a single keyspace there. */
        @Override
        default Optional<Keyspace> seen() {
            return isImporting()
                    ? importing().flatMap(Importing::pair).map(pair -> new Single(name(), pair, transactions()))
                    : Optional.of(this);
        }

        /** Whether it is this keyspace to clients as long as it gets the rows of its database. */
        default boolean isSeenAs(Single single) {
            return seen().equals(Optional.of(single));
        }

        /** The same keyspace with its rows from this database. */
        default Sharded withImporting(Optional<Importing> other) {
            return with(transactions(), other);
        }

        default Sharded withTransactions(TransactionMode other) {
            return with(other, importing());
        }

        private Sharded with(TransactionMode transactions, Optional<Importing> importing) {
            return switch (this) {
                case Id id -> new Id(id.name, id.databases, id.ranges, id.tables, transactions, id.scatter, importing);
                case Mod mod -> mod.with(mod.ranges, mod.tables, transactions, importing, mod.resharding);
            };
        }

        default @Nullable Table table(String table) {
            return tables().get(table);
        }
    }

    /** The shard is inside the global id. */
    record Id(
            String name,
            DatabasePattern databases,
            RangeTable ranges,
            Map<String, Table> tables,
            TransactionMode transactions,
            ScatterPolicy scatter,
            Optional<Importing> importing)
            implements Sharded {
        /** @throws IllegalArgumentException when two object tables share a type number */
        public Id {
            tables = Map.copyOf(tables);
            long objects = tables.values().stream()
                    .filter(Table.ObjectTable.class::isInstance)
                    .count();
            long types = tables.values().stream()
                    .filter(Table.ObjectTable.class::isInstance)
                    .map(table -> ((Table.ObjectTable) table).type())
                    .distinct()
                    .count();
            if (objects != types) {
                throw new IllegalArgumentException("two object tables of " + name + " share a type number");
            }
        }

        /** With the default mode of transactions, and free to scatter. */
        public Id(String name, DatabasePattern databases, RangeTable ranges, Map<String, Table> tables) {
            this(name, databases, ranges, tables, TransactionMode.DEFAULT, ScatterPolicy.FREE, Optional.empty());
        }

        /** The table whose ids carry this type number, or null when no table's do. */
        public Table.@Nullable ObjectTable tableOfType(int type) {
            for (Table table : tables.values()) {
                if (table instanceof Table.ObjectTable object && object.type() == type) {
                    return object;
                }
            }
            return null;
        }
    }

    /**
     * The shard is a hash of a key, modulo a number of shards.
     *
     * @param shards N in {@code hash(key) mod N}
     * @param keyEncoding which bytes of a key are hashed
     * @param resharding the other shards of a keyspace that gets another number of them, or another hash
     */
    record Mod(
            String name,
            DatabasePattern databases,
            RangeTable ranges,
            Map<String, Table> tables,
            int shards,
            ShardFunction function,
            KeyEncoding keyEncoding,
            TransactionMode transactions,
            ScatterPolicy scatter,
            Optional<Importing> importing,
            Optional<Resharding> resharding)
            implements Sharded {
        public Mod {
            tables = Map.copyOf(tables);
            if (shards < 1 || shards > ShardId.MAX + 1) {
                throw new IllegalArgumentException(shards + " shards are not between 1 and " + (ShardId.MAX + 1));
            }
        }

        /** Whether rows have the same places in it as in another one, on as many shards. */
        public boolean hasSameTables(Mod other) {
            return tables.equals(other.tables) && keyEncoding.equals(other.keyEncoding);
        }

        /** With the default mode of transactions, and free to scatter. */
        public Mod(
                String name,
                DatabasePattern databases,
                RangeTable ranges,
                Map<String, Table> tables,
                int shards,
                ShardFunction function,
                KeyEncoding keyEncoding) {
            this(
                    name,
                    databases,
                    ranges,
                    tables,
                    shards,
                    function,
                    keyEncoding,
                    TransactionMode.DEFAULT,
                    ScatterPolicy.FREE,
                    Optional.empty(),
                    Optional.empty());
        }

        private Mod with(
                RangeTable ranges,
                Map<String, Table> tables,
                TransactionMode transactions,
                Optional<Importing> importing,
                Optional<Resharding> resharding) {
            return new Mod(
                    name,
                    databases,
                    ranges,
                    tables,
                    shards,
                    function,
                    keyEncoding,
                    transactions,
                    scatter,
                    importing,
                    resharding);
        }

        /** The same keyspace with these other shards. */
        public Mod withResharding(Optional<Resharding> other) {
            return with(ranges, tables, transactions, importing, other);
        }

        /**
         * The keyspace with its rows on the shards that it was getting; those that it had are kept as former ones. A
         * table on one shard is on the one of its number modulo the new number of shards.
         *
         * @throws IllegalStateException it gets no other shards
         */
        public Mod resharded() {
            Resharding next = resharding
                    .filter(other -> !other.former())
                    .orElseThrow(() -> new IllegalStateException(name + " gets no other shards"));
            Map<String, Table> placed = new HashMap<>();
            tables.forEach((table, entry) -> placed.put(
                    table, entry instanceof Table.SingleTable single ? single.onOneOf(next.shards()) : entry));
            RangeTable released = ranges.changed(0, ShardId.MAX, range -> range.withHeld(false));
            return new Mod(
                    name,
                    next.databases(),
                    next.ranges(),
                    placed,
                    next.shards(),
                    next.function(),
                    keyEncoding,
                    transactions,
                    scatter,
                    importing,
                    Optional.of(new Resharding(databases, released, shards, function, true)));
        }
    }

    /** Not sharded: one database of the same name on one pair, where everything works that works in MySQL. */
    record Single(String name, String pair, TransactionMode transactions) implements Keyspace {
        /** With the default mode of transactions. */
        public Single(String name, String pair) {
            this(name, pair, TransactionMode.DEFAULT);
        }
    }
}
