package io.pinion.integration.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.DyingJournal;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RequestKinds;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.keyspace.KeyspaceShape;
import io.pinion.operations.keyspace.KeyspaceShape.Kind;
import io.pinion.operations.pair.PairOperations;
import io.pinion.operations.transfer.DatabaseImport;
import io.pinion.operations.transfer.ImportRequest;
import io.pinion.operations.transfer.Imports;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.server.testing.Conditions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Begins imports of the shop whose proxies die behind a write of the journal. */
record DyingImports(ShopStage stage, int shards) {
    /** What a dead proxy has left: an operation, and whether that had come to its end before so many writes. */
    record Left(long number, boolean over) {}

    /** Of the whole shop into shards on both other pairs. */
    static ImportRequest request(Optional<String> pair, int shards, boolean onRequest) {
        KeyspaceShape shape = new KeyspaceShape(
                "shop",
                Kind.MOD,
                shards,
                Optional.of(DatabasePattern.parse("shop%05d")),
                List.of("p1", "p2"),
                "md5",
                "",
                "");
        return new ImportRequest(shape, pair, ShopStage.TABLES, onRequest);
    }

    Left leftBehind(int writes) throws Exception {
        DyingJournal journal = new DyingJournal(stage.cluster().journal(), writes);
        OperationServices services = stage.cluster().services(journal);
        // The pairs were made by operations, which stand in the same journal.
        try (PairOperations known = new PairOperations(services);
                Imports dying = new Imports(services)) {
            assertThat(known.kinds()).isNotEmpty();
            long number = new RequestKinds(List.of(dying))
                    .run(request(Optional.of("old"), shards, false), "app")
                    .toCompletableFuture()
                    .join()
                    .number();
            Conditions.await(
                    "its death or its end",
                    Duration.ofMinutes(2),
                    () -> journal.isDead() || state(number) == State.WAITING);
            return new Left(number, state(number) == State.WAITING);
        }
    }

    State state(long number) throws Exception {
        OperationJournal journal = stage.cluster().journal();
        journal.learn(DatabaseImport.class);
        return journal.read(number).map(Operation::progress).orElseThrow().state();
    }

    void awaitWaiting(long number) throws SQLException {
        assertThat(stage.awaitEnd(String.valueOf(number))).contains("waiting");
    }
}
