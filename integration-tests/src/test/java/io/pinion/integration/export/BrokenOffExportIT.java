package io.pinion.integration.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.DyingJournal;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.MoveCluster;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.operations.engine.RequestKinds;
import io.pinion.operations.export.Exports;
import io.pinion.operations.export.TableExport;
import io.pinion.operations.export.file.ExportFormat;
import io.pinion.operations.export.file.FileCompression;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.Progress.State;
import io.pinion.server.testing.Conditions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** An export whose proxy dies behind a write of the journal. */
@OnEachServer
class BrokenOffExportIT {
    private ExportStage stage;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        stage = ExportStage.start(product, directory);
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (stage != null) {
            stage.stop();
        }
    }

    /** A proxy takes up by itself what another one has left. */
    @Test
    void anotherProxyGoesOnAndTheFilesAreTheSame() throws Exception {
        stage.export("EXPORT KEYSPACE pinterest TO 'whole'");
        Map<String, String> whole = stage.files("whole");
        boolean over = false;
        for (int writes = 1; !over; writes++) {
            String place = "died-" + writes;
            long number = leftBehind(place, writes);
            over = state(number) == State.DONE;
            Conditions.await("that another proxy ends it", MoveCluster.TIMEOUT, () -> state(number) == State.DONE);
            assertThat(stage.files(place)).isEqualTo(whole).isEqualTo(stage.told(place));
        }
    }

    @Test
    void givenUpItLeavesNothing() throws Exception {
        long number = leftBehind("gone", 3);
        Jdbc.execute(stage.operator(), "CANCEL OPERATION " + number);
        assertThat(state(number)).isEqualTo(State.CANCELLED);
        assertThat(stage.files("gone")).isEmpty();
        assertThat(Files.exists(stage.place("gone").resolve("manifest.json"))).isFalse();
        stage.export("EXPORT KEYSPACE pinterest TO 'gone'");
    }

    private long leftBehind(String place, int writes) throws Exception {
        DyingJournal journal = new DyingJournal(stage.cluster().journal(), writes);
        try (Exports dying =
                new Exports(stage.cluster().services(journal), stage.cluster().exportSettings())) {
            TableExport request = new TableExport(
                    "pinterest",
                    true,
                    List.of(),
                    place,
                    ExportFormat.PARQUET,
                    FileCompression.ZSTD,
                    Optional.empty(),
                    "");
            long number = new RequestKinds(List.of(dying))
                    .run(request, "app")
                    .toCompletableFuture()
                    .join()
                    .number();
            Conditions.await(
                    "its death or its end",
                    Duration.ofMinutes(2),
                    () -> journal.isDead() || state(number) == State.DONE);
            return number;
        }
    }

    private State state(long number) throws Exception {
        OperationJournal journal = stage.cluster().journal();
        journal.learn(TableExport.class);
        return journal.read(number).orElseThrow().progress().state();
    }
}
