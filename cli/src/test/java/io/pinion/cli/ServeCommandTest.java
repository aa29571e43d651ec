package io.pinion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.server.observe.LogFormat;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServeCommandTest {
    private static final String TOPOLOGY = "src/test/resources/topology.json";

    private final Path directory;

    ServeCommandTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @AfterEach
    void logAsTestsDo() {
        LogFormat.TEXT.apply("warn");
    }

    /** No server of that topology exists: with a version in its settings a proxy starts all the same. */
    @Test
    void startsFromAFileAndSaysWhereItListens() throws IOException {
        Cli.Outcome outcome =
                serve("--config", versionStated(), "--topology", TOPOLOGY, "--port", "0", "--http-port", "0");

        assertThat(outcome.exitStatus()).isZero();
        assertThat(outcome.out())
                .matches(
                        "pinion \\S+ is ready: clients at 127\\.0\\.0\\.1:\\d+ and every other address of this host, metrics at"
                                + " http://127\\.0\\.0\\.1:\\d+/metrics\n");
    }

    @Test
    void withoutATopologyItSaysWhereToPutOne() {
        Cli.Outcome outcome = serve("--port", "0", "--http-port", "0");

        assertThat(outcome.exitStatus()).isEqualTo(ExitStatus.FAILED);
        assertThat(outcome.err())
                .startsWith("pinion: the settings name no topology: use --topology FILE, or --zookeeper HOSTS")
                .hasLineCount(1);
    }

    @Test
    void aTakenPortIsOneLine() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("0.0.0.0"))) {
            String port = Integer.toString(taken.getLocalPort());
            Cli.Outcome outcome =
                    serve("--config", versionStated(), "--topology", TOPOLOGY, "--port", port, "--http-port", "0");

            assertThat(outcome.exitStatus()).isEqualTo(ExitStatus.FAILED);
            assertThat(outcome.err())
                    .startsWith("pinion: port " + port + " can't be opened for clients: ")
                    .hasLineCount(1);
        }
    }

    @Test
    void aTakenPortForMetricsIsOneLine() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            Cli.Outcome outcome = serve("--topology", TOPOLOGY, "--port", "0", "--http-port", port);

            assertThat(outcome.err())
                    .startsWith("pinion: port " + port + " can't be opened for metrics and health: ")
                    .hasLineCount(1);
        }
    }

    @Test
    void aMistakeInTheSettingsIsToldWithItsPlaceAndCure() throws IOException {
        Path config = Files.writeString(directory.resolve("pinion.yaml"), "listener:\n  prot: 3306\n");

        Cli.Outcome outcome = serve("--config", config.toString());

        assertThat(outcome.exitStatus()).isEqualTo(ExitStatus.REFUSED);
        assertThat(outcome.err()).contains(config + ":2: listener.prot:").contains("port");
    }

    @Test
    void anOptionThatTheSettingsForbidIsRefused() throws IOException {
        Path config = Files.writeString(directory.resolve("pinion.yaml"), "pairs:\n  promote_automatically: 30s\n");

        Cli.Outcome outcome = serve("--config", config.toString(), "--topology", TOPOLOGY);

        assertThat(outcome.exitStatus()).isEqualTo(ExitStatus.REFUSED);
        assertThat(outcome.err()).contains("promote_automatically needs proxies that agree", "take it out");
    }

    @Test
    void aBadTopologyIsToldWithItsMistakes() throws IOException {
        Path broken = Files.writeString(directory.resolve("topology.json"), "{\"cluster\": \"main\"}");

        Cli.Outcome outcome = serve("--topology", broken.toString(), "--port", "0", "--http-port", "0");

        assertThat(outcome.exitStatus()).isEqualTo(ExitStatus.FAILED);
        assertThat(outcome.err()).contains("servers");
    }

    @Test
    void aTopologyHasOneHome() {
        Cli.Outcome outcome = serve("--topology", TOPOLOGY, "--zookeeper", "zk1:2181", "--cluster", "main");

        assertThat(outcome.exitStatus()).isEqualTo(ExitStatus.USAGE);
        assertThat(outcome.err()).contains("mutually exclusive");
    }

    private String versionStated() throws IOException {
        return Files.writeString(directory.resolve("version.yaml"), "listener:\n  server_version: 11.4.9-MariaDB\n")
                .toString();
    }

    private Cli.Outcome serve(String... options) {
        String[] arguments = new String[options.length + 1];
        arguments[0] = "serve";
        System.arraycopy(options, 0, arguments, 1, options.length);
        return new Cli().run(arguments);
    }
}
