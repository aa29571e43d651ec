package io.pinion.routing.catalog;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The meaning of a database's name in a statement. */
public sealed interface DatabaseMeaning {
    /** The keyspace that the name belongs to; empty for a database that no keyspace names. */
    default Optional<Keyspace> ofKeyspace() {
        return switch (this) {
            case Logical(Keyspace keyspace) -> Optional.of(keyspace);
            case Physical physical -> Optional.of(physical.keyspace());
            case NotOpen notOpen -> Optional.of(notOpen.keyspace());
            case AtHome home -> Optional.empty();
            case Unknown unknown -> Optional.empty();
        };
    }

    /** The pair of a database that is on one; null for a sharded keyspace, and where there is no database. */
    default @Nullable String pair() {
        return this instanceof Logical(Keyspace.Single single) ? single.pair() : null;
    }

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
