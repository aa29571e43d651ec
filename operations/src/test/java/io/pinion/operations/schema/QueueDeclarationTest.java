package io.pinion.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.change.Author;
import io.pinion.operations.engine.Cluster;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.RequestKinds;
import io.pinion.operations.journal.LockNames;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Task;
import io.pinion.routing.catalog.Declaration;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.definition.SchemaChange.DeclarationChange;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How a queue's declaration changes beside those who make and drop its partitions, on a cluster without servers. */
class QueueDeclarationTest {
    private Cluster cluster;
    private SchemaOperations operations;

    @BeforeEach
    void declare(@TempDir Path directory) throws Exception {
        cluster = Cluster.in(directory);
        operations = new SchemaOperations(cluster.services("one"));
        cluster.documents()
                .editor()
                .change(
                        topology -> Declarations.changed(
                                topology,
                                "pinterest",
                                List.of(
                                        new DeclarationChange.Declare(
                                                "jobs",
                                                Declaration.parse(
                                                        "mapping from=user_id queue=state,updated_at states=OK:0:1h:1h")),
                                        new DeclarationChange.Declare(
                                                "likes", Declaration.parse("mapping from=user_id")))),
                        0);
    }

    @AfterEach
    void close() {
        operations.close();
    }

    private CompletableFuture<Done> forget(String table) {
        return new RequestKinds(List.of(operations))
                .run(new TableDeclaration("pinterest", table, Optional.empty(), Author.UNKNOWN), "app")
                .toCompletableFuture();
    }

    private static LockNames tableLock(String table) {
        return new LockNames(table, Set.of(Task.tableLock("pinterest", table)));
    }

    private boolean isDeclared(String table) {
        return cluster.topology().keyspaces().get("pinterest") instanceof Keyspace.Sharded keyspace
                && keyspace.table(table) != null;
    }

    /** Whoever is told that it is no queue any more finds that nobody goes on by the old rules. */
    @Test
    @Timeout(60)
    void itWaitsForTheTurnThatIsTaken() throws Exception {
        TaskLock turn = cluster.journal().lock(tableLock("jobs")).orElseThrow();
        CompletableFuture<Done> forgotten = forget("jobs");

        assertThatThrownBy(() -> forgotten.get(500, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        assertThat(isDeclared("jobs")).isTrue();

        turn.close();
        assertThat(forgotten.get().number()).isZero();
        assertThat(isDeclared("jobs")).isFalse();
        assertThat(cluster.journal().isLocked(tableLock("jobs"))).isFalse();
    }

    @Test
    @Timeout(60)
    void anyOtherTableIsDeclaredBesideWhatWorksOnIt() throws Exception {
        TaskLock export = cluster.journal().lock(tableLock("likes")).orElseThrow();

        assertThat(forget("likes").get().number()).isZero();
        assertThat(isDeclared("likes")).isFalse();
        export.close();
    }
}
