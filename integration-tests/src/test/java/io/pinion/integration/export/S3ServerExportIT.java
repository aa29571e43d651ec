package io.pinion.integration.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.document.RecordCopy;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.MoveCluster;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Exports to a server of S3's protocol by others, and rows that come back from there. */
@OnEachServer
class S3ServerExportIT {
    private static final String BUCKET = "exports";

    /** More than one part of an upload. */
    private static final int LONG_ROW = 20_000_000;

    private S3Server server;
    private ExportStage stage;
    private Path directory;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path given) throws Exception {
        directory = given;
        server = S3Server.start(given, BUCKET);
        stage = ExportStage.start(
                product,
                given,
                settings -> RecordCopy.of(
                        settings,
                        Map.of(
                                "s3Endpoint",
                                Optional.of(server.endpoint()),
                                "s3Region",
                                Optional.of(S3Server.REGION),
                                "s3AccessKey",
                                Optional.of(S3Server.KEY),
                                "s3SecretKey",
                                Optional.of("env:S3"))));
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (stage != null) {
            stage.stop();
        }
        if (server != null) {
            server.close();
        }
    }

    @Test
    void whatIsExportedIsReadBack() throws Exception {
        stage.primary(0).execute(List.of("SET GLOBAL max_allowed_packet=67108864"));
        stage.standby(0).execute(List.of("SET GLOBAL max_allowed_packet=67108864"));
        try (Connection primary = stage.primary(0).connection()) {
            Jdbc.execute(primary, "INSERT INTO db00000.pins (data) VALUES (REPEAT('long', " + LONG_ROW / 4 + "))");
        }
        stage.awaitCaughtUp();

        stage.export("EXPORT KEYSPACE pinterest TO 's3://" + BUCKET + "/lake/1' COMPRESSED BY NONE");

        assertThat(server.objects(BUCKET)).hasSize(2 * stage.shards() + 1).contains("lake/1/manifest.json");
        assertThat(server.unfinishedUploads(BUCKET)).isZero();
        server.copyTo(directory.resolve("exports/copy"), BUCKET);
        assertThat(stage.files("copy/lake/1"))
                .isEqualTo(stage.told("copy/lake/1"))
                .hasSize(2 * stage.shards());
        assertThat(Jdbc.lines(
                        stage.duckDb(),
                        "SELECT MAX(LENGTH(data)), COUNT(*) FROM read_parquet('" + directory
                                + "/exports/copy/lake/1/pins/*/*.parquet')"))
                .containsExactly(LONG_ROW + " | " + (ExportStage.PINS * stage.shards() + 1));
        assertThatThrownBy(
                        () -> Jdbc.rows(stage.operator(), "EXPORT KEYSPACE pinterest TO 's3://" + BUCKET + "/lake/1'"))
                .hasMessageContaining("isn't empty");
        assertThatThrownBy(() -> Jdbc.rows(stage.operator(), "EXPORT KEYSPACE pinterest TO 's3://nowhere/1'"))
                .hasMessageContaining("nowhere");
    }

    @Test
    void rowsComeBackFromThere() throws Exception {
        stage.export("EXPORT KEYSPACE pinterest TO 's3://" + BUCKET + "/night' AS SQL");
        Jdbc.execute(stage.operator(), "DELETE FROM db00001.pins WHERE local_id <= 100");

        String number = Jdbc.rows(stage.operator(), "RESTORE SHARDS 1-2 IN pinterest FROM 's3://" + BUCKET + "/night'")
                .getFirst()
                .getFirst();
        assertThat(MoveCluster.awaitEnd(stage.operator(), number)).startsWith("waiting");
        Jdbc.execute(stage.operator(), "FINISH OPERATION " + number);

        assertThat(Jdbc.value(stage.operator(), "SELECT COUNT(*) FROM db00001.pins"))
                .isEqualTo(Integer.toString(ExportStage.PINS));
    }
}
