package io.pinion.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.topology.Secrets;
import io.pinion.operations.engine.CopyBounds;
import io.pinion.operations.engine.CopySpeed;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.Step;
import io.pinion.operations.journal.MemoryJournal;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.journal.Task;
import io.pinion.operations.opening.StoredTopology;
import io.pinion.operations.server.ServerAccess;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.definition.SchemaChange;
import io.pinion.routing.definition.SchemaChange.Action;
import io.pinion.routing.definition.SchemaChange.DeclarationChange;
import io.pinion.routing.definition.ShardedText;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaWorkflowTest {
    private SchemaWorkflow workflow;

    @BeforeEach
    void open(@TempDir Path directory) throws Exception {
        StoredTopology stored = StoredTopology.in(directory);
        OperationServices services = new OperationServices(
                () -> {
                    throw new AssertionError("not needed");
                },
                stored.store(),
                new MemoryJournal(),
                new ServerAccess(new Secrets(name -> null), Map::of),
                List::of,
                new CopyBounds(CopySpeed.UNLIMITED, 1),
                () -> "one");
        workflow = new SchemaWorkflow(
                services, new ShardConnections(services.running(), services.access()), Runnable::run);
    }

    private static Task.TableChange task(Action action) {
        return new Task.TableChange(new SchemaChange(
                "pinterest",
                DatabasePattern.parse("db%05d"),
                action,
                action + " TABLE pins …",
                List.of("pins"),
                List.of(new DeclarationChange.Forget("pins")),
                Optional.empty(),
                false,
                new ShardedText(List.of(action + " TABLE pins …")),
                List.of()));
    }

    private List<String> steps(Action action) {
        return workflow.steps(task(action)).stream().map(Step::name).toList();
    }

    @Test
    void aTableIsForgottenBeforeItIsDroppedEverywhere() {
        assertThat(steps(Action.DROP))
                .containsExactly(
                        "counting the shards",
                        "changing the first shard",
                        "changing the topology",
                        "changing the other shards",
                        "waiting until all proxies know the tables");
        assertThat(steps(Action.RENAME))
                .containsExactly(
                        "counting the shards",
                        "changing the first shard",
                        "changing the other shards",
                        "changing the topology",
                        "waiting until all proxies know the tables");
    }

    private String told(ShardSet done, Map<Integer, String> failed) {
        Progress progress = new Progress(
                Progress.State.RUNNING,
                64,
                done,
                ShardSet.NONE,
                failed,
                false,
                "one",
                Instant.EPOCH,
                "",
                "",
                "",
                Map.of());
        return workflow.told(
                new OperationRefused("some shards have not taken it"),
                new Operation(4, task(Action.ALTER), Origin.of("app", "data"), progress, 0));
    }

    @Test
    void aClientIsToldHowFarItIs() {
        assertThat(told(ShardSet.parse("0-62"), Map.of(63, "shard 63 (B): refused")))
                .isEqualTo("operation 4 (ALTER TABLE pins …) is done on 63 of 64 shards: some shards have not taken"
                        + " it; shard 63 (B): refused. Mend that and RESUME OPERATION 4, or CANCEL OPERATION 4;"
                        + " what was done stays (SHOW SCHEMA DRIFT tells where)");
        assertThat(told(ShardSet.NONE, Map.of())).isEqualTo("some shards have not taken it");
    }

    @Test
    void aClientIsToldFiveReasons() {
        Map<Integer, String> failed =
                IntStream.range(0, 7).boxed().collect(Collectors.toMap(shard -> shard, shard -> "reason " + shard));

        assertThat(told(ShardSet.parse("7-63"), failed))
                .contains("; reason 4; and 2 more, see SHOW OPERATIONS. Mend that")
                .doesNotContain("reason 5");
    }
}
