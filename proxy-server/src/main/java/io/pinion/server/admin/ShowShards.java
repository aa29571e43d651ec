package io.pinion.server.admin;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.statement.ShardNumbers;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.routing.catalog.ExhaustedTable;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code SHOW SHARDS}: which shards live on which pair, and how busy they are. */
final class ShowShards extends AdminTable<ShowShards.ShownRange> {
    /** At most this many shards without room for new rows are named. */
    private static final int MAX_NAMED = 5;

    /**
     * Shards of a keyspace that follow one another.
     *
     * @param range null for a keyspace without shards
     * @param pair empty for a gap between ranges
     */
    record ShownRange(
            String keyspace,
            @Nullable String range,
            Optional<Pair> pair,
            String state,
            int connections,
            double queriesPerSecond) {}

    ShowShards() {
        super(
                "SHOW SHARDS [{FROM | IN} keyspace]",
                "which shards live on which pair, and how busy they are",
                ShowShards::rows,
                text("keyspace", ShownRange::keyspace, "The keyspace of the shards"),
                text("range", ShownRange::range, "The first and the last shard; NULL for a keyspace without shards"),
                text("pair", shown -> shown.pair().map(Pair::name), "Their pair; NULL while they aren't open"),
                text("primary", shown -> shown.pair().map(Pair::primary).map(Server::name), "The pair's primary"),
                text("standby", shown -> shown.pair().flatMap(Pair::standby).map(Server::name), "The pair's standby"),
                text("state", ShownRange::state, "Whether they are open, and for new objects, too; or why not"),
                number("connections", ShownRange::connections, "This proxy's connections to the primary"),
                decimal(
                        "queries_per_second",
                        Unit.PER_SECOND,
                        ShownRange::queriesPerSecond,
                        "Statements of this proxy's clients for the keyspace on this pair, over the last ten seconds"));
    }

    private static CompletionStage<List<ShownRange>> rows(StatementArguments arguments, AdminContext context) {
        Topology topology = context.proxy().topology();
        Collection<Keyspace> keyspaces = arguments.optional("keyspace").isPresent()
                ? List.of(Lookup.keyspace(arguments.text("keyspace"), topology))
                : topology.keyspaces().values();
        return context.proxy().pools().thenApply(pools -> {
            ServerStates states = new ServerStates(context.proxy().servers());
            Writer writer = new Writer(context.proxy(), topology, ShowPairs.byServer(pools), states, new ArrayList<>());
            keyspaces.forEach(writer::keyspace);
            return writer.rows();
        });
    }

    /** Writes the rows of one answer. */
    private record Writer(
            ProxyView proxy,
            Topology topology,
            Map<String, Integer> connections,
            ServerStates states,
            List<ShownRange> rows) {
        void keyspace(Keyspace keyspace) {
            switch (keyspace) {
                case Keyspace.Id id -> ranges(id, -1);
                case Keyspace.Mod mod -> ranges(mod, mod.shards());
                case Keyspace.Single single -> onPair(single.name(), null, single.pair(), "open");
            }
        }

        /** @param shards the number of shards of the keyspace; -1 when it can always grow */
        private void ranges(Keyspace.Sharded keyspace, int shards) {
            int next = 0;
            for (ShardRange range : keyspace.ranges().ranges()) {
                gap(keyspace, next, range.first());
                boolean insertable = keyspace instanceof Keyspace.Mod || range.insertWeight() > 0;
                onPair(
                        keyspace.name(),
                        new ShardNumbers(range.first(), range.last()).toString(),
                        range.pair(),
                        (insertable ? "open" : "open, no new objects") + exhausted(keyspace, range));
                next = range.last() + 1;
            }
            gap(keyspace, next, shards);
        }

        /** A note that names shards of the range which refuse inserts into a table. */
        private String exhausted(Keyspace keyspace, ShardRange range) {
            String shards = proxy.exhaustedTables().stream()
                    .filter(table -> table.keyspace().equals(keyspace.name()))
                    .map(ExhaustedTable::shard)
                    .filter(shard -> shard >= range.first() && shard <= range.last())
                    .distinct()
                    .sorted()
                    .limit(MAX_NAMED)
                    .map(String::valueOf)
                    .collect(Collectors.joining(", "));
            return shards.isEmpty() ? "" : ", no ids left in " + shards;
        }

        private void gap(Keyspace keyspace, int first, int end) {
            if (first < end) {
                String range = new ShardNumbers(first, end - 1).toString();
                rows.add(new ShownRange(keyspace.name(), range, Optional.empty(), "not open", 0, 0));
            }
        }

        private void onPair(String keyspace, @Nullable String range, String pairName, String open) {
            Pair pair = topology.pair(pairName).orElseThrow();
            String primary = pair.primary().name();
            String state = states.isDown(primary) ? "primary down" : open;
            double rate = proxy.rates().perSecond(keyspace, pairName);
            rows.add(new ShownRange(
                    keyspace, range, Optional.of(pair), state, connections.getOrDefault(primary, 0), rate));
        }
    }
}
