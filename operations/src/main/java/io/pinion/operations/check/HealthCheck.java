package io.pinion.operations.check;

import io.pinion.config.topology.Pair;
import io.pinion.operations.server.finding.Finding;
import io.pinion.operations.server.watch.PairHealth;
import java.util.stream.Stream;

/** What {@code SHOW PAIRS} tells: read-only state, replication both ways, clocks, room. */
final class HealthCheck implements ServerCheck {
    @Override
    public Stream<Finding> look(ClusterFacts cluster) {
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
}
