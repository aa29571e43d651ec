package io.pinion.integration.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.pinion.config.document.RecordCopy;
import io.pinion.integration.faults.network.FaultLine;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.MoveCluster;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.server.testing.Conditions;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** An export whose standby is lost, or promoted, between two of its files. */
@OnEachServer
class StandbyLostExportIT {
    /** The document that says whose the place is, and two files. */
    private static final int WRITES_BEFORE = 3;

    private static final String EXPORT = "EXPORT KEYSPACE pinterest TO 's3://exports/%s'";

    private FakeBucket bucket;
    private ExportStage stage;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
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
        stage.export(EXPORT.formatted("whole"));
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
    void whatIsLostWithAStandbyIsReadWhenItIsBack() throws Exception {
        try (FaultLine line = new FaultLine(stage.standby(0).port())) {
            stage.cluster().reach(stage.standby(0), line.port());
            String number = begunAndHeld("lost");
            line.breakOff();
            bucket.release();
            Conditions.await(
                    "that the operation tells which server it waits for",
                    MoveCluster.TIMEOUT,
                    () -> shown(number).contains("interrupted")
                            && shown(number).contains("waiting for a server:")
                            && shown(number).contains("A2 (127.0.0.1:" + line.port() + ")"));
            assertThat(bucket.objects()).doesNotContainKey("lost/manifest.json");
            line.heal();
            requireWhole(number, "lost");
        }
        assertThat(serverOf("lost", 0)).isEqualTo("A2");
    }

    @Test
    void whatAStandbyHadIsReadFromTheNextOneWhenItIsPromoted() throws Exception {
        String number = begunAndHeld("promoted");
        Jdbc.execute(stage.operator(), "PROMOTE PAIR A");
        bucket.release();
        requireWhole(number, "promoted");
        assertThat(serverOf("promoted", 0)).isEqualTo("A1");
    }

    /** @return the number of an export that has written some files, and waits with others */
    private String begunAndHeld(String place) throws Exception {
        bucket.holdBehind(WRITES_BEFORE);
        String number =
                Jdbc.rows(stage.operator(), EXPORT.formatted(place)).getFirst().getFirst();
        Conditions.await("that files wait", MoveCluster.TIMEOUT, bucket::holds);
        return number;
    }

    private String shown(String number) throws Exception {
        return Jdbc.rows(stage.operator(), "SHOW OPERATIONS").stream()
                .filter(row -> row.getFirst().equals(number))
                .findFirst()
                .orElseThrow()
                .toString();
    }

    /** No client has written meanwhile: all files are those of an export that nobody has disturbed. */
    private void requireWhole(String number, String place) throws Exception {
        Conditions.await(
                "that a proxy goes on to the end", MoveCluster.TIMEOUT, () -> MoveCluster.told(stage.operator(), number)
                        .startsWith("done"));
        assertThat(files(place)).isEqualTo(files("whole")).hasSize(2 * stage.shards());
        assertThat(manifest(place).get("rows").asLong()).isEqualTo(2L * ExportStage.PINS * stage.shards());
        assertThat(bucket.unfinished()).isZero();
    }

    private Map<String, Integer> files(String place) {
        Map<String, Integer> files = new TreeMap<>();
        bucket.objects().forEach((key, object) -> {
            if (key.startsWith(place + "/") && !key.endsWith("manifest.json")) {
                files.put(key.substring(place.length()), Arrays.hashCode(object));
            }
        });
        return files;
    }

    private JsonNode manifest(String place) throws Exception {
        return new ObjectMapper().readTree(bucket.objects().get(place + "/manifest.json"));
    }

    /** The server on which a shard was read. */
    private String serverOf(String place, int shard) throws Exception {
        for (JsonNode position : manifest(place).get("positions")) {
            if (position.get("shards").asText().startsWith(shard + "-")) {
                return position.get("server").asText();
            }
        }
        throw new AssertionError(
                "no position has shard " + shard + ": " + manifest(place).get("positions"));
    }
}
