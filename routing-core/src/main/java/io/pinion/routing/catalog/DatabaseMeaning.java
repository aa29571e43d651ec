package io.pinion.routing.catalog;

/** What a database's name in a statement stands for. */
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

    /** No keyspace knows it: it lives, or would live, on the home pair. */
    record AtHome(String pair) implements DatabaseMeaning {}

    /** No keyspace knows it and the cluster has no home pair. */
    record Unknown(String database) implements DatabaseMeaning {}
}
