package io.pinion.server.admin;

import io.pinion.config.topology.Pair;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Task;
import io.pinion.operations.pair.StandbyReplacement;
import io.pinion.operations.pair.StandbyReplacement.Contents;
import io.pinion.operations.server.finding.Cure;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.operations.server.watch.PairHealth;
import io.pinion.operations.server.watch.ServerReport;
import java.util.List;

/**
 * What is to be typed before a standby can be replaced: a statement that an operation keeps from beginning would only be
 * refused.
 *
 * @param unfinished operations that aren't over, as far as they are known
 */
record ReplacementAdvice(List<Operation> unfinished) {
    /** @param health of a pair that has a standby */
    String of(Cure.Replacement replacement, PairHealth health) {
        Pair pair = health.pair();
        Task task = new StandbyReplacement(pair.name(), "", pair.standby().orElseThrow(), Contents.COPIED);
        boolean follows = health.standby()
                .flatMap(ServerReport::replication)
                .filter(ReplicationHealth::isRunning)
                .isPresent();
        return unfinished.stream()
                .filter(operation -> operation.touches(task) && StandbyReplacement.isBehind(operation, () -> follows))
                .findFirst()
                .map(operation -> operation.wayOut() + "; then " + replacement.text())
                .orElse(replacement.text());
    }
}
