package io.pinion.operations.transfer.rows;

import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What has the rows before they are carried to shards. */
public sealed interface RowSource {
    /** The servers that have them, each once. */
    List<ImportServer> servers();

    /** One database that isn't sharded. */
    record OneDatabase(ImportServer server, String database) implements RowSource {
        @Override
        public List<ImportServer> servers() {
            return List.of(server);
        }
    }

    /**
     * The shards of a keyspace, with another number of them or another hash than those that get the rows.
     *
     * @param pairs the primary of each pair that has some, by the pair's name
     */
    record SeveralShards(Keyspace.Mod keyspace, Map<String, ImportServer> pairs) implements RowSource {
        public SeveralShards {
            pairs = Map.copyOf(pairs);
        }

        @Override
        public List<ImportServer> servers() {
            Map<String, ImportServer> servers = new LinkedHashMap<>();
            pairs.values().forEach(server -> servers.put(server.name(), server));
            return List.copyOf(servers.values());
        }

        private ImportServer serverOf(int shard) {
            return Objects.requireNonNull(pairs.get(keyspace.ranges().pairOf(shard)), "shard " + shard);
        }
    }

    /** A server that has a table, and that says what it is made of. */
    default ImportServer server(ImportedTable table) {
        return switch (this) {
            case OneDatabase one -> one.server();
            case SeveralShards shards -> shards.serverOf(table.shardOfDefinition());
        };
    }

    /** The database of that server which has the table. */
    default String database(ImportedTable table) {
        return switch (this) {
            case OneDatabase one -> one.database();
            case SeveralShards shards ->
                shards.keyspace().databases().databaseOf(new ShardId(table.shardOfDefinition()));
        };
    }
}
