package io.pinion.routing.catalog;

/** The meaning of a database's name in a statement. */
public sealed interface DatabaseMeaning {

    /** A keyspace under its own name. */
    record Logical(Keyspace keyspace) implements DatabaseMeaning {}

    /** One shard, by the name of its database ({@code db03429}) or as {@code keyspace:3429}. */
    record Physical(Keyspace.Sharded keyspace, ShardId shard, String pair) implements DatabaseMeaning {
        public String database() {
            return keyspace.databases().databaseOf(shard);
        }
    }

    /** A shard that no range of its keyspace holds. */
    record NotOpen(Keyspace.Sharded keyspace, ShardId shard) implements DatabaseMeaning {}

    /** A database that no keyspace names: it lives, or would live, on the home pair. */
    record AtHome(String pair) implements DatabaseMeaning {}

    /** A database that no keyspace names, in a cluster without a home pair. */
    record Unknown(String database) implements DatabaseMeaning {}
}
