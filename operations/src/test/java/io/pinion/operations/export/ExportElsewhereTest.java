package io.pinion.operations.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.document.RecordCopy;
import io.pinion.config.settings.ExportSettings;
import io.pinion.config.source.RegisteredProxy;
import io.pinion.operations.engine.AbandonedOperations;
import io.pinion.operations.engine.Cluster;
import io.pinion.operations.engine.OperationRunners;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RequestKinds;
import io.pinion.operations.export.file.ExportFormat;
import io.pinion.operations.export.file.FileCompression;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task;
import io.pinion.operations.restore.Restores;
import io.pinion.operations.restore.ShardsRestore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Exports and restores whose proxy has died, on another one. */
@Timeout(60)
class ExportElsewhereTest {
    private static final TableExport EXPORT = new TableExport(
            "pinterest",
            true,
            List.of("pins"),
            "nightly",
            ExportFormat.CSV,
            FileCompression.NONE,
            Optional.empty(),
            "as it was");

    private final List<AutoCloseable> open = new ArrayList<>();

    private Path directory;
    private Path exports;
    private Cluster cluster;

    @BeforeEach
    void start(@TempDir Path given) throws Exception {
        directory = given;
        cluster = Cluster.in(directory);
        exports = Files.createDirectory(directory.resolve("exports"));
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    private ExportSettings beginning() {
        return RecordCopy.of(ExportSettings.DEFAULT, Map.of("directory", Optional.of(exports)));
    }

    /** As a proxy has left it that has the directory. */
    private Operation left(Task task, Progress progress) {
        Progress entered = progress.withFact("settings", "exports.directory=" + exports);
        return cluster.journal().create(task, Origin.of("admin", "operator"), entered.inAnotherAttempt());
    }

    private static Progress running() {
        return Progress.beginning(4, "dead", Instant.EPOCH);
    }

    /** The runners of another proxy, in a cluster where "able" has the settings of the one that has died. */
    private OperationRunners runners(ExportSettings settings) {
        OperationServices alone = cluster.services("other");
        OperationServices services = new OperationServices(
                alone.running(),
                alone.store(),
                alone.journal(),
                alone.access(),
                () -> List.of(
                        registered("able", ExportPlaces.settings(beginning())),
                        registered("other", ExportPlaces.settings(settings))),
                alone.copies(),
                alone.proxy());
        Exports exporting = new Exports(services, settings);
        Restores restoring = new Restores(services, settings);
        open.add(exporting);
        open.add(restoring);
        return new RequestKinds(List.of(exporting, restoring)).runners();
    }

    private static RegisteredProxy registered(String name, Set<String> settings) {
        return new RegisteredProxy(
                name, name + ":3306", "0.1.0", Instant.EPOCH, 7, 7, 7, name, Optional.empty(), settings);
    }

    private void lookForAWhile(OperationRunners runners) throws Exception {
        AbandonedOperations looking = AbandonedOperations.start(cluster.journal(), runners, Duration.ofMillis(5), true);
        try {
            TimeUnit.MILLISECONDS.sleep(300);
        } finally {
            looking.close();
        }
    }

    private Progress now(Operation operation) {
        return cluster.journal().read(operation.number()).orElseThrow().progress();
    }

    private static <T> T get(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    @Test
    void aProxyWithoutTheDirectoryLeavesItToOthers() throws Exception {
        Operation export = left(EXPORT, running().in("reading"));

        lookForAWhile(runners(ExportSettings.DEFAULT));

        assertThat(now(export)).isEqualTo(export.progress());
    }

    @Test
    void soDoesOneWithAnotherDirectory() throws Exception {
        Operation export = left(EXPORT, running().in("reading"));

        lookForAWhile(runners(
                RecordCopy.of(ExportSettings.DEFAULT, Map.of("directory", Optional.of(directory.resolve("others"))))));

        assertThat(now(export)).isEqualTo(export.progress());
    }

    @Test
    void oneWithTheSameDirectoryTakesItUp() throws Exception {
        Operation export = left(EXPORT, running().in("reading"));

        lookForAWhile(runners(beginning()));

        assertThat(now(export).proxy()).isEqualTo("other");
    }

    @Test
    void whoeverResumesItIsToldWhereThatGoes() {
        Operation export = left(EXPORT, running().in("reading").withState(State.FAILED, "as the test says"));

        assertThatThrownBy(() -> get(runners(ExportSettings.DEFAULT).resume(export)))
                .hasMessageContaining("set exports.directory in its settings")
                .hasMessageContaining("RESUME OPERATION " + export.number() + " on a proxy with exports.directory="
                        + exports + ": able");
        assertThat(now(export)).isEqualTo(export.progress());
    }

    @Test
    void whoeverGivesItUpIsToldWhereItsFilesAreRemoved() {
        Operation export = left(EXPORT, running().in("reading"));

        assertThatThrownBy(() -> get(runners(ExportSettings.DEFAULT).cancel(export)))
                .hasMessageContaining("CANCEL OPERATION " + export.number() + " on a proxy with");
        assertThat(now(export)).isEqualTo(export.progress());
    }

    /** Its other files would lack what the first ones have. */
    @Test
    void oneThatAnEarlierVersionHasBegunWithMoreIsNotGoneOnWith() throws Exception {
        TableExport task = EXPORT.decided(
                List.of("pins"), ExportScope.of(cluster.topology(), "pinterest").placement());
        Operation export = left(task, running().in("reading").withState(State.FAILED, "as the test says"));
        Files.createDirectories(exports.resolve("nightly/_pinion"));
        Files.write(
                exports.resolve("nightly/_pinion/export.json"),
                new Manifest.Owner(export.number(), task.statement() + " SINCE EXPORT 'before'").write());

        get(runners(beginning()).resume(export));
        while (!now(export).error().contains("another version of Pinion has begun it")) {
            TimeUnit.MILLISECONDS.sleep(5);
        }

        assertThat(now(export).state()).isEqualTo(State.FAILED);
    }

    @Test
    void oneThatHasNoFilesYetIsGivenUpAnywhere() throws Exception {
        Operation export = left(EXPORT, running().inLine());

        get(runners(ExportSettings.DEFAULT).cancel(export));

        assertThat(now(export).state()).isEqualTo(State.CANCELLED);
    }

    @Test
    void aRestoreGoesOnOnlyWhereItsFilesAre() throws Exception {
        Operation restore = left(
                ShardsRestore.asked("pinterest", 512, 513, "nightly", List.of()),
                running().in("loading"));
        OperationRunners sameSettings = runners(beginning());

        lookForAWhile(sameSettings);

        assertThat(now(restore)).isEqualTo(restore.progress());
        assertThatThrownBy(() -> get(sameSettings.resume(restore))).hasMessageContaining("in " + exports + "/nightly");
    }
}
