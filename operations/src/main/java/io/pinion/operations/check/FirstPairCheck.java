package io.pinion.operations.check;

import io.pinion.config.document.Problem.Severity;
import io.pinion.operations.pair.PairCreation;
import io.pinion.operations.server.finding.Finding;
import java.util.stream.Stream;

/** A new cluster has no pair, and so no server for a statement. */
final class FirstPairCheck implements ServerCheck {
    @Override
    public Stream<Finding> look(ClusterFacts cluster) {
        return cluster.topology().pairs().isEmpty()
                ? Stream.of(new Finding(
                        "", "topology", Severity.WARNING, "pairs", PairCreation.NONE_YET, PairCreation.FIRST))
                : Stream.of();
    }
}
