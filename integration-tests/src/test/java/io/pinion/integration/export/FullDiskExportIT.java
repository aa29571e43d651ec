package io.pinion.integration.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.MoveCluster;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** An export to a disk that fills: a file system in memory, where this user may mount one. */
@OnEachServer
class FullDiskExportIT {
    private static final String EXPORT = "EXPORT KEYSPACE pinterest TO '%s' AS CSV COMPRESSED BY NONE";

    /** Less than one shard has. */
    private static final String SMALL = "size=128k";

    private Path disk = Path.of("");
    private boolean isMounted;
    private ExportStage stage;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        disk = Files.createDirectories(directory.resolve("exports/full"));
        isMounted = ran("mount", "-t", "tmpfs", "-o", SMALL, "tmpfs", disk.toString());
        Assumptions.assumeTrue(isMounted, "this user mounts no tmpfs");
        stage = ExportStage.start(product, directory);
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (stage != null) {
            stage.stop();
        }
        if (isMounted) {
            assertThat(ran("umount", disk.toString())).isTrue();
        }
    }

    private static boolean ran(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        boolean done = process.waitFor() == 0;
        if (!done) {
            System.out.println(String.join(" ", command) + ": " + said);
        }
        return done;
    }

    @Test
    void whatTheDiskHasNoRoomForIsToldAndResumed() throws Exception {
        stage.export(EXPORT.formatted("whole"));
        String number = Jdbc.rows(stage.operator(), EXPORT.formatted("full/1"))
                .getFirst()
                .getFirst();
        assertThat(MoveCluster.awaitEnd(stage.operator(), number))
                .startsWith("failed")
                .contains("can't be written to " + disk.resolve("1"), "No space left on device");
        assertThat(Files.exists(stage.place("full/1").resolve("manifest.json"))).isFalse();
        Map<String, String> whole = stage.files("whole");
        // What has a name is whole already.
        stage.files("full/1").forEach((path, sum) -> {
            if (!path.startsWith("_pinion")) {
                assertThat(sum).isEqualTo(whole.get(path));
            }
        });
        assertThat(ran("mount", "-o", "remount,size=64m", disk.toString())).isTrue();
        Jdbc.execute(stage.operator(), "RESUME OPERATION " + number);
        assertThat(MoveCluster.awaitEnd(stage.operator(), number)).startsWith("done");
        assertThat(stage.files("full/1")).isEqualTo(whole).isEqualTo(stage.told("full/1"));
    }
}
