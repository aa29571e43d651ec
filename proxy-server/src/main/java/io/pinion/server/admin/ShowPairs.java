package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.decimal;
import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.server.replication.Lag;
import io.pinion.operations.server.watch.PairHealth;
import io.pinion.operations.server.watch.ServerReport;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** {@code SHOW PAIRS}: the servers of each pair and how they are. */
final class ShowPairs extends ListCommand {
    ShowPairs() {
        super(
                List.of("SHOW PAIRS", "SHOW SERVERS"),
                "the servers of each pair and how they are",
                text("pair"),
                text("primary"),
                text("primary_address"),
                text("primary_state"),
                text("standby"),
                text("standby_address"),
                text("standby_state"),
                text("replication"),
                text("standby_lag"),
                number("shards"),
                number("connections"),
                decimal("queries_per_second"),
                text("problems"));
    }

    @Override
    CompletionStage<AnswerTable> fill(AnswerTable table, AdminContext context) {
        Topology topology = context.proxy().topology();
        ServerStates states = new ServerStates(context.proxy().servers());
        return context.proxy().pools().thenApply(pools -> {
            ConnectionTotals load = ConnectionTotals.of(pools);
            for (Pair pair : topology.pairs().values()) {
                String primary = pair.primary().name();
                PairHealth health = context.proxy().health(pair);
                table.row(
                        pair.name(),
                        primary,
                        pair.primary().address(),
                        states.describe(primary)
                                + note(health.primary(), true, ", fenced")
                                + (pair.held() ? ", statements held" : ""),
                        pair.standby().map(Server::name).orElse(null),
                        pair.standby().map(Server::address).orElse(null),
                        pair.standby()
                                .map(server -> states.describe(server.name())
                                        + note(health.standby(), false, ", not fenced")
                                        + errant(health))
                                .orElse(null),
                        health.replication().orElse(null),
                        health.lag().map(Lag::text).orElse(null),
                        shardsOn(pair.name(), topology),
                        load.connections(primary),
                        AnswerTable.rate(context.proxy().rates().perSecond(pair.name())),
                        problems(context.proxy().problems(pair)));
            }
            return table;
        });
    }

    private static @Nullable String problems(List<String> lines) {
        return lines.isEmpty() ? null : String.join("; ", lines);
    }

    /** The words, if the server has reported the given fencing and its role asks for the opposite. */
    private static String note(Optional<ServerReport> report, boolean fenced, String words) {
        return report.filter(said -> said.fenced() == fenced).map(said -> words).orElse("");
    }

    private static String errant(PairHealth health) {
        boolean has = health.standing().errant().filter(set -> !set.isEmpty()).isPresent();
        return has ? ", has transactions that the primary hasn't" : "";
    }

    /** The number of shards on the pair, in all sharded keyspaces. */
    private static int shardsOn(String pair, Topology topology) {
        int shards = 0;
        for (Keyspace keyspace : topology.keyspaces().values()) {
            if (keyspace instanceof Keyspace.Sharded sharded) {
                for (ShardRange range : sharded.ranges().ranges()) {
                    shards += range.pair().equals(pair) ? range.size() : 0;
                }
            }
        }
        return shards;
    }
}
