package io.pinion.routing.template;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.DatabaseMeaning;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.plan.SessionView;
import org.jspecify.annotations.Nullable;

/** The meaning of unqualified names in a session. */
public sealed interface CurrentDatabase {

    /** Names are those of a sharded keyspace. */
    sealed interface OfShards extends CurrentDatabase {
        Keyspace.Sharded keyspace();
    }

    /** Names are those of a server's own database. */
    sealed interface OfServer extends CurrentDatabase {
        String database();

        String pair();
    }

    /** No database is chosen. */
    record None() implements CurrentDatabase {}

    /** A sharded keyspace: names are logical. */
    record Logical(Keyspace.Sharded keyspace) implements OfShards {}

    /** {@code keyspace:3429}: names are logical, and all of them on that shard. */
    record OneShard(Keyspace.Sharded keyspace, int shard) implements OfShards {}

    /** A shard by the name of its database: names are physical. */
    record Physical(Keyspace.Sharded keyspace, int shard, String pair, String database) implements OfServer {}

    /** A database that is not sharded; one on the home pair may not exist. */
    record Whole(String database, String pair) implements OfServer {}

    /** A name that has lost its meaning, such as that of a closed shard. */
    record Gone(String database) implements CurrentDatabase {}

    /** The sharded keyspace whose names are meant; null in any other database. */
    default Keyspace.@Nullable Sharded sharded() {
        return this instanceof OfShards shards ? shards.keyspace() : null;
    }

    default boolean isInformationSchema() {
        return this instanceof Whole whole && InformationSchema.is(whole.database());
    }

    /** @param database as in {@link SessionView#database} */
    static CurrentDatabase of(Catalog catalog, String database) {
        int colon = database.indexOf(':');
        if (colon > 0 && catalog.keyspace(database.substring(0, colon)) instanceof Keyspace.Sharded keyspace) {
            int shard = shardNumber(database, colon + 1);
            return shard < 0 ? new Gone(database) : new OneShard(keyspace, shard);
        }
        return switch (catalog.meaningOf(database)) {
            case DatabaseMeaning.Logical(Keyspace.Single single) -> new Whole(single.name(), single.pair());
            case DatabaseMeaning.Logical(Keyspace.Sharded keyspace) -> new Logical(keyspace);
            case DatabaseMeaning.Physical physical ->
                new Physical(physical.keyspace(), physical.shard().number(), physical.pair(), database);
            case DatabaseMeaning.AtHome(String pair) -> new Whole(database, pair);
            case DatabaseMeaning.NotOpen notOpen -> new Gone(database);
            case DatabaseMeaning.Unknown unknown -> new Gone(database);
        };
    }

    private static int shardNumber(String text, int from) {
        int number = 0;
        for (int i = from; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = number * 10 + digit;
            if (number > ShardId.MAX) {
                return -1;
            }
        }
        return from == text.length() ? -1 : number;
    }

    /** Equal for sessions whose statements of one shape share a template: the shard is decided at bind. */
    default String cacheKey() {
        return switch (this) {
            case None none -> "";
            case Logical(Keyspace.Sharded keyspace) -> keyspace.name();
            case OneShard oneShard -> oneShard.keyspace().name() + ":";
            case Physical physical -> physical.keyspace().name() + "/";
            case Whole whole -> whole.database();
            case Gone gone -> "?" + gone.database();
        };
    }
}
