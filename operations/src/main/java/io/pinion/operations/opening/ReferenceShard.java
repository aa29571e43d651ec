package io.pinion.operations.opening;

import io.pinion.config.topology.Account;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.schema.ShardConnection;
import io.pinion.operations.schema.ShardConnections;
import io.pinion.operations.schema.ShardSchema;
import io.pinion.operations.server.Dialect;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.Table;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The lowest open shard of a keyspace, which new ones are made like.
 *
 * @param schema without tables that live on one shard alone
 */
record ReferenceShard(String database, String pair, ShardSchema schema, Dialect dialect) {
    /**
     * For connections on which definitions are read and written: a default that the mode of today refuses was accepted
     * once, tables may name others that come later, and times are shown and taken alike.
     */
    static final List<String> SETTINGS = List.of(
            "SET SESSION sql_mode = 'NO_ENGINE_SUBSTITUTION'",
            "SET SESSION foreign_key_checks = 0",
            "SET SESSION time_zone = '+00:00'");

    /** Blocks. */
    static ReferenceShard read(Keyspace.Sharded keyspace, ShardConnections connections) throws OperationRefused {
        ShardId lowest = Objects.requireNonNull(keyspace.ranges().firstShard(), "no shard is open");
        String pair = String.valueOf(keyspace.ranges().pairOf(lowest.number()));
        String database = keyspace.databases().databaseOf(lowest);
        try (ShardConnection connection = connections.open(pair, Account.DATA, SETTINGS)) {
            Set<String> single = keyspace.tables().values().stream()
                    .filter(Table.SingleTable.class::isInstance)
                    .map(Table::name)
                    .collect(Collectors.toSet());
            return new ReferenceShard(
                    database, pair, ShardSchema.read(connection, database, true).without(single), connection.dialect());
        } catch (SQLException e) {
            throw new OperationRefused("shard " + lowest.number() + " of " + keyspace.name() + ", " + database
                    + " on pair " + pair + ", can't be read, from which the tables are taken: " + e.getMessage());
        }
    }

    /** Definitions of one product mean little to the other. */
    void requireSameProduct(Dialect there, String otherPair) throws OperationRefused {
        if (!there.name().equals(dialect.name())) {
            throw new OperationRefused("pair " + otherPair + " runs " + there.name() + ", and " + database + " on pair "
                    + pair + ", from which the tables are taken, " + dialect.name()
                    + ": shards of one keyspace live on one product");
        }
    }
}
