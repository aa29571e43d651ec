package io.pinion.server.admin;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.server.replication.Lag;
import io.pinion.operations.server.watch.PairHealth;
import io.pinion.operations.server.watch.ServerReport;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.server.observe.PoolSnapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** {@code SHOW PAIRS}: the servers of each pair and how they are. */
final class ShowPairs extends AdminTable<ShowPairs.ShownPair> {
    /** A pair, and the looks at it. */
    record ShownPair(
            Pair pair,
            PairHealth health,
            ServerStates states,
            int shards,
            Map<String, Integer> connections,
            ProxyView proxy) {
        String primaryState() {
            String fenced = isFenced(health.primary(), true) ? ", fenced" : "";
            return states.describe(pair.primary().name()) + fenced + (pair.held() ? ", statements held" : "");
        }

        Optional<String> standbyState() {
            String fenced = isFenced(health.standby(), false) ? ", not fenced" : "";
            boolean errant =
                    health.standing().errant().filter(set -> !set.isEmpty()).isPresent();
            String notes = fenced + (errant ? ", has transactions that the primary hasn't" : "");
            return pair.standby().map(server -> states.describe(server.name()) + notes);
        }

        /** Whether the server has reported that it is fenced, or that it isn't. */
        private static boolean isFenced(Optional<ServerReport> report, boolean fenced) {
            return report.filter(said -> said.fenced() == fenced).isPresent();
        }

        int primaryConnections() {
            return connections.getOrDefault(pair.primary().name(), 0);
        }

        String problems() {
            return String.join("; ", proxy.problems(pair));
        }
    }

    ShowPairs() {
        super(
                List.of(RowFilter.line("SHOW PAIRS"), RowFilter.line("SHOW SERVERS")),
                "the servers of each pair and how they are",
                (arguments, context) -> rows(context.proxy()),
                text("pair", shown -> shown.pair().name(), "The name of the pair"),
                text("primary", shown -> shown.pair().primary().name(), "The server that takes writes"),
                text("primary_address", shown -> shown.pair().primary().address(), "Its host and port"),
                text("primary_state", ShownPair::primaryState, "Its state, as this proxy sees it"),
                text("standby", shown -> shown.pair().standby().map(Server::name), "The server that follows it"),
                text("standby_address", shown -> shown.pair().standby().map(Server::address), "Its host and port"),
                text("standby_state", ShownPair::standbyState, "Its state, as this proxy sees it"),
                text("replication", shown -> shown.health().replication(), "Who follows whom, or why not"),
                text("standby_lag", shown -> shown.health().lag().map(Lag::text), "How late writes arrive there"),
                number("shards", ShownPair::shards, "The shards on the pair, of all keyspaces"),
                number("connections", ShownPair::primaryConnections, "This proxy's connections to the primary"),
                decimal(
                        "queries_per_second",
                        Unit.PER_SECOND,
                        shown -> shown.proxy().rates().perSecond(shown.pair().name()),
                        "Statements of this proxy's clients for the pair, over the last ten seconds"),
                textOrNull("problems", ShownPair::problems, "What is wrong with the pair, and what to do"));
    }

    private static CompletionStage<List<ShownPair>> rows(ProxyView proxy) {
        Topology topology = proxy.topology();
        ServerStates states = new ServerStates(proxy.servers());
        return proxy.pools().thenApply(pools -> {
            Map<String, Integer> connections = byServer(pools);
            return topology.pairs().values().stream()
                    .map(pair -> new ShownPair(
                            pair, proxy.health(pair), states, shardsOn(pair.name(), topology), connections, proxy))
                    .toList();
        });
    }

    /** Connections of each server, summed over event loops and accounts. */
    static Map<String, Integer> byServer(List<PoolSnapshot> pools) {
        return pools.stream().collect(Collectors.toMap(PoolSnapshot::server, PoolSnapshot::total, Integer::sum));
    }

    /** The number of shards on the pair, in all sharded keyspaces. */
    private static int shardsOn(String pair, Topology topology) {
        return topology.shardedKeyspaces()
                .flatMap(keyspace -> keyspace.ranges().ranges().stream())
                .filter(range -> range.pair().equals(pair))
                .mapToInt(ShardRange::size)
                .sum();
    }
}
