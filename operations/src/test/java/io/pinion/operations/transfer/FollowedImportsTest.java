package io.pinion.operations.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.topology.Account;
import io.pinion.operations.journal.MemoryJournal;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.keyspace.KeyspaceShape;
import io.pinion.operations.keyspace.KeyspaceShape.Kind;
import io.pinion.routing.catalog.DatabasePattern;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Whether an import has nearly all that clients write, by what the journal says of it. */
class FollowedImportsTest {
    private static final Progress BEGUN = Progress.beginning(4, "proxy-a", Instant.EPOCH);

    private final MemoryJournal journal = new MemoryJournal();
    private final AtomicLong nanos = new AtomicLong();
    private final FollowedImports imports = new FollowedImports(journal, nanos::get);

    private static DatabaseImport task(String database) {
        KeyspaceShape shape = new KeyspaceShape(
                database,
                Kind.MOD,
                4,
                Optional.of(DatabasePattern.parse(database + "%05d")),
                List.of("p"),
                "md5",
                "utf8mb4",
                "");
        return new DatabaseImport(shape, "old", List.of(), "", true);
    }

    private Operation begun(String database) {
        return journal.create(task(database), Origin.of("app", Account.OPERATOR), BEGUN);
    }

    private Operation now(Operation operation, UnaryOperator<Progress> change) throws Exception {
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        return journal.write(operation, change.apply(operation.progress()));
    }

    @Test
    void oneFollowsFromTheCopyToTheHandOver() throws Exception {
        Operation operation = begun("shop");
        try (TaskLock lock = journal.lock(operation.task()).orElseThrow()) {
            assertThat(lock.isHeld()).isTrue();
            for (String step : List.of(TransferSteps.COPYING, TransferSteps.FOLLOWING)) {
                operation = now(operation, progress -> progress.in(step));
                assertThat(imports.of("shop")).as(step).isEmpty();
            }
            for (String step : List.of(TransferSteps.FOLLOWING_ON, TransferSteps.COMPARING)) {
                operation = now(operation, progress -> progress.in(step));
                assertThat(imports.of("shop")).as(step).hasValue(operation.number());
            }
            assertThat(imports.of("beside")).isEmpty();
            operation = now(operation, progress -> progress.in(TransferSteps.PREPARING));
            assertThat(imports.of("shop")).isEmpty();
        }
    }

    @Test
    void oneThatHasFailedOrLostItsProxyDoesNot() throws Exception {
        Operation operation = begun("shop");
        try (TaskLock lock = journal.lock(operation.task()).orElseThrow()) {
            assertThat(lock.isHeld()).isTrue();
            operation = now(operation, progress -> progress.in(TransferSteps.COMPARING));
            assertThat(imports.of("shop")).isPresent();
            operation = now(operation, progress -> progress.withState(State.FAILED, "1 row can't be carried"));
            assertThat(imports.of("shop")).isEmpty();
            // It goes on from the beginning.
            operation =
                    now(operation, progress -> progress.resumed(4, "proxy-b").withStep(TransferSteps.FOLLOWING));
            assertThat(imports.of("shop")).isEmpty();
            operation = now(operation, progress -> progress.withStep(TransferSteps.FOLLOWING_ON));
            assertThat(imports.of("shop")).hasValue(operation.number());
        }
        now(operation, UnaryOperator.identity());
        assertThat(imports.of("shop")).isEmpty();
    }

    @Test
    void theNextOneHasAnotherNumber() throws Exception {
        Operation first = now(begun("shop"), progress -> progress.withState(State.CANCELLED, "given up"));
        assertThat(imports.of("shop")).isEmpty();
        Operation second = begun("shop");
        try (TaskLock lock = journal.lock(second.task()).orElseThrow()) {
            assertThat(lock.isHeld()).isTrue();
            now(second, progress -> progress.in(TransferSteps.FOLLOWING_ON));
            assertThat(imports.of("shop")).hasValue(second.number());
        }
        assertThat(second.number()).isNotEqualTo(first.number());
    }

    @Test
    void theJournalIsAskedOnceASecond() throws Exception {
        Operation operation = begun("shop");
        try (TaskLock lock = journal.lock(operation.task()).orElseThrow()) {
            assertThat(lock.isHeld()).isTrue();
            operation = now(operation, progress -> progress.in(TransferSteps.FOLLOWING_ON));
            assertThat(imports.of("shop")).isPresent();
            journal.write(operation, operation.progress().withState(State.FAILED, "broken"));
            assertThat(imports.of("shop")).isPresent();
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            assertThat(imports.of("shop")).isEmpty();
        }
    }
}
