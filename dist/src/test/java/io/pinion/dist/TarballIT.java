package io.pinion.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.demo.LocalServer;
import io.pinion.demo.LocalServers;
import io.pinion.demo.ServerSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tarball, unpacked where nothing else is, with a Java and nothing else of this build. */
class TarballIT {
    /** The password of admin is admin. */
    private static final String TOPOLOGY = """
            {
              "generation": 1, "cluster": "main",
              "servers": {"A": "127.0.0.1:%d"},
              "pairs": {"P": {"primary": "A"}},
              "keyspaces": {"app": {"kind": "single", "pair": "P"}},
              "users": {"admin": {"password_hash": {"native": "4acfe3202a5ff5cf467898fc58aab1d615029441",
                "sha2": "dd474e450473186ec733689b549a94a54a96f276dba76b29138c57b6afe15bf7"},
                "keyspaces": ["*"], "admin": true}},
              "accounts": {"data": {"user": "root", "secret": "env:PINION_DATA_PASSWORD"}}
            }
            """;

    private final Path directory;
    private final InstalledPinion pinion;

    TarballIT(@TempDir Path directory) throws Exception {
        this.directory = directory;
        this.pinion = InstalledPinion.unpackedInto(directory);
    }

    @Test
    void saysItsVersionAlsoThroughALink() throws Exception {
        assertThat(pinion.run("--version")).startsWith("pinion ");
        Path link = Files.createSymbolicLink(
                directory.resolve("linked"), pinion.tree().resolve("bin/pinion"));
        ProcessBuilder linked = pinion.command("--version");
        linked.command().set(0, link.toString());
        assertThat(InstalledPinion.outputOf(linked.start())).startsWith("pinion ");
    }

    /** Neither the demo nor Maven nor the sources are in the tarball. */
    @Test
    void itsReadmeNamesWhatIsThere() throws Exception {
        String readme = Files.readString(pinion.tree().resolve("README.md"));

        assertThat(readme).contains("$ bin/pinion init").doesNotContain("pinion demo", "mvn ");
        assertThat(Pattern.compile("]\\(([^)]+)\\)").matcher(readme).results())
                .isNotEmpty()
                .allSatisfy(
                        link -> assertThat(pinion.tree().resolve(link.group(1))).exists());
    }

    @Test
    void theExampleOfATopologyIsRight() throws Exception {
        assertThat(pinion.run("topology", "validate", pinion.tree() + "/etc/topology.json"))
                .contains("is right");
    }

    @Test
    void servesAQueryAndNextTimeFromItsArchive() throws Exception {
        try (LocalServers servers = LocalServers.open(directory.resolve("servers"))) {
            LocalServer server = servers.start(ServerSpec.single("A"));
            server.execute("CREATE DATABASE app");
            Path topology = Files.writeString(directory.resolve("topology.json"), TOPOLOGY.formatted(server.port()));
            serveOnce(server, topology);
            assertThat(directory.resolve(".cache/pinion")).isDirectoryContaining("glob:**serve-*.jsa");
            assertThat(directory.resolve(".cache/pinion")).isDirectoryContaining("glob:**commands-*.jsa");
            serveOnce(server, topology);
        }
    }

    private void serveOnce(LocalServer server, Path topology) throws Exception {
        try (InstalledPinion.Proxy proxy = pinion.with("PINION_DATA_PASSWORD", server.rootPassword())
                .serve("--topology", topology.toString(), "--port", "0", "--http-port", "0")) {
            assertThat(pinion.with("PINION_PASSWORD", "admin")
                            .run("show", "keyspaces", "--port", "" + proxy.port(), "--format", "tsv"))
                    .contains("app\tsingle");
        }
    }
}
