package io.pinion.server.admin;

import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationOutcome.ServerWarning;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.queue.QueueState;
import io.pinion.operations.queue.RotationRequest;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A queue whose jobs are done within the hour, but for one that has a state of its own. */
final class FakeQueues {
    private static final String QUEUE = "pinterest.jobs";
    private static final LocalDateTime NOW = LocalDateTime.of(2026, 1, 1, 10, 30);
    private static final List<String> PROBLEMS =
            List.of("partition p_CATCHALL of db00007.jobs has jobs in a state that the"
                    + " topology doesn't declare, which are never dropped: declare it, or change them");

    static Done rotated(RotationRequest request) throws OperationRefused {
        requireKnown(request.queue(), "");
        return new Done(
                12,
                List.of(
                        new ServerWarning("Note", 1105, QUEUE + ": 2 times partitions made, 8 dropped"),
                        new ServerWarning("Warning", 1105, PROBLEMS.getFirst())),
                List.of(),
                0);
    }

    static List<PlannedAction> planned(RotationRequest request) throws OperationRefused {
        requireKnown(request.queue(), "it would be refused: ");
        String table = "db00000.jobs";
        return List.of(
                new PlannedAction(
                        "MySQL001A",
                        "ALTER TABLE " + table
                                + " REORGANIZE PARTITION `pOK_FUTURE` INTO (PARTITION `pOK_2026010113_1` VALUES"
                                + " LESS THAN (2, '2026-01-01 14:00:00'), PARTITION `pOK_FUTURE` VALUES LESS THAN (2,"
                                + " MAXVALUE))",
                        "jobs of this time get partitions of their own"),
                new PlannedAction(
                        "MySQL001A",
                        "ALTER TABLE " + table + " EXCHANGE PARTITION `pOK_2026010108_1` WITH TABLE"
                                + " db00000.pinion_expired_jobs",
                        "its jobs have expired; those that haven't come back from there"),
                new PlannedAction("MySQL001A", "DROP TABLE db00000.pinion_expired_jobs", "nobody writes there"),
                new PlannedAction(
                        "MySQL001A", "ALTER TABLE " + table + " DROP PARTITION `pOK_2026010108_1`", "it is empty"));
    }

    private static void requireKnown(Optional<String> queue, String how) throws OperationRefused {
        if (!queue.orElse(QUEUE).equals(QUEUE)) {
            throw new OperationRefused(how + queue.orElseThrow()
                    + " is no queue: SHOW QUEUES lists those that the topology declares (\"queue\" of a table)");
        }
    }

    static CompletionStage<List<QueueState>> states() {
        return CompletableFuture.completedStage(List.of(
                state("NEW", 1200, NOW.minusHours(11), 3_145_728, 9),
                state("OK", 52_000, NOW.minusMinutes(90), 71_303_168, 6),
                state("", 1, NOW.minusHours(11), 16_384, 1)));
    }

    private static QueueState state(String name, long jobs, LocalDateTime oldest, long bytes, int partitions) {
        return new QueueState(
                "pinterest",
                "jobs",
                name,
                jobs,
                Optional.of(oldest).filter(time -> !name.isEmpty()),
                bytes,
                partitions,
                Optional.of(NOW.plusMinutes(30)),
                PROBLEMS);
    }
}
