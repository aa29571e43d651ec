package io.pinion.integration.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.document.RecordCopy;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.MoveCluster;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.server.testing.Conditions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** An export to S3, with S3's faults. */
@OnEachServer
class BucketExportIT {
    /** More than one part of an upload. */
    private static final int LONG_ROW = 20_000_000;

    private static final String EXPORT = "EXPORT KEYSPACE pinterest TO 's3://exports/%s' AS CSV COMPRESSED BY NONE";

    private FakeBucket bucket;
    private ExportStage stage;
    private Path directory;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        this.directory = directory;
        bucket = new FakeBucket();
        stage = ExportStage.start(
                product,
                directory,
                settings -> RecordCopy.of(
                        settings,
                        Map.of(
                                "s3Endpoint",
                                Optional.of(bucket.endpoint()),
                                "s3Region",
                                Optional.of("us-east-1"),
                                "s3AccessKey",
                                Optional.of("key"),
                                "s3SecretKey",
                                Optional.of("env:S3"))));
        stage.primary(0).execute(List.of("SET GLOBAL max_allowed_packet=67108864"));
        stage.standby(0).execute(List.of("SET GLOBAL max_allowed_packet=67108864"));
        try (var primary = stage.primary(0).connection()) {
            Jdbc.execute(primary, "INSERT INTO db00000.pins (data) VALUES (REPEAT('long', " + LONG_ROW / 4 + "))");
        }
        stage.awaitCaughtUp();
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (stage != null) {
            stage.stop();
            bucket.close();
        }
    }

    @Test
    void whatS3RefusesOrBreaksOffIsSentAgain() throws Exception {
        bucket.refuse(3);
        bucket.cut(2);
        stage.export(EXPORT.formatted("a/b"));
        assertThat(bucket.unfinished()).isZero();
        bucket.copyTo(directory.resolve("exports/copy"));
        assertThat(stage.files("copy/a/b")).isEqualTo(stage.told("copy/a/b")).hasSize(2 * stage.shards());
        assertThat(Jdbc.lines(
                        stage.duckDb(),
                        "SELECT MAX(LENGTH(data)), COUNT(*) FROM read_csv('" + directory
                                + "/exports/copy/a/b/pins/*/*', header = true, quote = '\"', escape = '\"',"
                                + " max_line_size = 30000000)"))
                .containsExactly(LONG_ROW + " | " + (ExportStage.PINS * stage.shards() + 1));
        assertThatThrownBy(() -> Jdbc.rows(stage.operator(), EXPORT.formatted("a/b")))
                .hasMessageContaining("isn't empty");
    }

    @Test
    void whatStaysAwayIsToldAndResumedOrRemoved() throws Exception {
        bucket.refuse(1000);
        String number =
                Jdbc.rows(stage.operator(), EXPORT.formatted("late")).getFirst().getFirst();
        assertThat(MoveCluster.awaitEnd(stage.operator(), number))
                .startsWith("failed")
                .contains("s3://exports/late/");
        assertThat(bucket.objects()).doesNotContainKey("late/manifest.json");
        bucket.refuse(0);
        Jdbc.execute(stage.operator(), "RESUME OPERATION " + number);
        assertThat(MoveCluster.awaitEnd(stage.operator(), number)).startsWith("done");
        assertThat(bucket.objects()).containsKey("late/manifest.json").hasSize(2 * stage.shards() + 1);
    }

    @Test
    void givenUpItLeavesNoObject() throws Exception {
        String number =
                Jdbc.rows(stage.operator(), EXPORT.formatted("gone")).getFirst().getFirst();
        Conditions.await(
                "some objects", MoveCluster.TIMEOUT, () -> bucket.objects().size() > 1);
        bucket.refuse(1000);
        assertThat(MoveCluster.awaitEnd(stage.operator(), number)).startsWith("failed");
        bucket.refuse(0);
        bucket.keep(true);
        assertThatThrownBy(() -> Jdbc.execute(stage.operator(), "CANCEL OPERATION " + number))
                .hasMessageContaining("Access Denied");
        bucket.keep(false);
        Jdbc.execute(stage.operator(), "CANCEL OPERATION " + number);
        assertThat(bucket.objects()).isEmpty();
        assertThat(bucket.unfinished()).isZero();
    }
}
