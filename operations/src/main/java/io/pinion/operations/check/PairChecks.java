package io.pinion.operations.check;

import io.pinion.config.document.Problem.Severity;
import io.pinion.config.topology.Pair;
import io.pinion.operations.pair.PairCreation;
import io.pinion.operations.server.finding.Cure;
import io.pinion.operations.server.finding.Finding;
import io.pinion.operations.server.watch.PairHealth;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Whether pairs are there, are well, and are made of servers that fit each other. */
final class PairChecks {
    private PairChecks() {}

    /** A new cluster has no pair, and so no server for a statement. */
    static Stream<Finding> first(ClusterFacts cluster) {
        return cluster.topology().pairs().isEmpty()
                ? Stream.of(new Finding(
                        "", "topology", Severity.WARNING, "pairs", PairCreation.NONE_YET, PairCreation.FIRST))
                : Stream.of();
    }

    /** What {@code SHOW PAIRS} tells: read-only state, replication both ways, clocks, room. */
    static Stream<Finding> health(ClusterFacts cluster) {
        return cluster.topology().pairs().values().stream()
                .flatMap(pair -> health(cluster, pair).findings().stream())
                .filter(cluster.lasts());
    }

    private static PairHealth health(ClusterFacts cluster, Pair pair) {
        return new PairHealth(
                pair,
                cluster.of(pair.primary()).map(ServerFacts::report),
                pair.standby().flatMap(cluster::of).map(ServerFacts::report),
                cluster.standing(pair));
    }

    /** The settings without which replication in a pair, or of a move, fails. */
    static Stream<Finding> settings(ClusterFacts cluster) {
        return cluster.servers().stream().flatMap(server -> server.dialect().pairSettings().stream()
                .filter(setting -> server.has(setting.name()))
                .filter(setting -> !setting.isMetBy(server.variable(setting.name())))
                .map(setting -> server.error(
                        setting.name(),
                        setting.problem(server.variable(setting.name())) + " on " + server
                                + ", and replication of its pair or of a move needs " + setting.written(),
                        setting.cure())));
    }

    /**
     * One product and release on both servers of a pair, since a promotion changes them, and one release on all pairs of
     * a product, since shards move between them.
     */
    static Stream<Finding> releases(ClusterFacts cluster) {
        return cluster.servers().stream().flatMap(server -> {
            Optional<ServerFacts> other =
                    server.isPrimary() ? firstOfProduct(cluster, server) : cluster.primaryOf(server);
            return other.filter(there -> !release(there).equals(release(server))).stream()
                    .map(there -> server.warning(
                            "version",
                            server + " is " + release(server) + ", and " + there + " " + release(there),
                            new Cure.Words("install the same release on both, standbys first")));
        });
    }

    private static Optional<ServerFacts> firstOfProduct(ClusterFacts cluster, ServerFacts server) {
        return cluster.primaries().stream()
                .filter(primary -> primary.dialect().equals(server.dialect()))
                .findFirst();
    }

    private static String release(ServerFacts server) {
        List<String> numbers = List.of(server.report().version().split("[.-]"));
        return server.dialect().name() + " " + String.join(".", numbers.subList(0, Math.min(2, numbers.size())));
    }
}
