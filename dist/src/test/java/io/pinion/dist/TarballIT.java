package io.pinion.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.demo.LocalServer;
import io.pinion.demo.LocalServers;
import io.pinion.demo.ServerSpec;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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

    TarballIT(@TempDir Path directory) {
        this.directory = directory;
    }

    /** A process of the unpacked tree, which finds its Java by JAVA_HOME. */
    private ProcessBuilder pinion(Path tree, String... arguments) {
        ProcessBuilder builder = new ProcessBuilder(tree.resolve("bin/pinion").toString());
        builder.command().addAll(java.util.List.of(arguments));
        builder.directory(directory.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", "/usr/bin:/bin");
        builder.environment().put("HOME", directory.toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.redirectErrorStream(true);
        return builder;
    }

    private static String outputOf(Process process) throws IOException, InterruptedException {
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        return out;
    }

    @Test
    void saysItsVersionAlsoThroughALink() throws Exception {
        Path tree = Made.unpackedInto(directory);
        assertThat(outputOf(pinion(tree, "--version").start())).startsWith("pinion ");
        Path link = Files.createSymbolicLink(directory.resolve("linked"), tree.resolve("bin/pinion"));
        ProcessBuilder linked = pinion(tree, "--version");
        linked.command().set(0, link.toString());
        assertThat(outputOf(linked.start())).startsWith("pinion ");
    }

    @Test
    void theExampleOfATopologyIsRight() throws Exception {
        Path tree = Made.unpackedInto(directory);
        assertThat(outputOf(pinion(tree, "topology", "validate", tree + "/etc/topology.json")
                        .start()))
                .contains("is right");
    }

    @Test
    void servesAQueryAndNextTimeFromItsArchive() throws Exception {
        Path tree = Made.unpackedInto(directory);
        try (LocalServers servers = LocalServers.open(directory.resolve("servers"))) {
            LocalServer server = servers.start(ServerSpec.single("A"));
            server.execute("CREATE DATABASE app");
            Path topology = Files.writeString(directory.resolve("topology.json"), TOPOLOGY.formatted(server.port()));
            serveOnce(tree, server, topology);
            assertThat(directory.resolve(".cache/pinion")).isDirectoryContaining("glob:**serve-*.jsa");
            assertThat(directory.resolve(".cache/pinion")).isDirectoryContaining("glob:**commands-*.jsa");
            serveOnce(tree, server, topology);
        }
    }

    private void serveOnce(Path tree, LocalServer server, Path topology) throws Exception {
        ProcessBuilder serve =
                pinion(tree, "serve", "--topology", topology.toString(), "--port", "0", "--http-port", "0");
        serve.environment().put("PINION_DATA_PASSWORD", server.rootPassword());
        Process proxy = serve.start();
        try (BufferedReader out = proxy.inputReader()) {
            String ready = CompletableFuture.supplyAsync(() -> readyLine(out)).get(60, TimeUnit.SECONDS);
            String port = ready.replaceAll(".*clients at \\S+:(\\d+).*", "$1");
            ProcessBuilder show = pinion(tree, "show", "keyspaces", "--port", port, "--format", "tsv");
            show.environment().put("PINION_PASSWORD", "admin");
            assertThat(outputOf(show.start())).contains("app\tsingle");
        } finally {
            proxy.destroy();
            assertThat(proxy.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(proxy.exitValue()).isZero();
    }

    private static String readyLine(BufferedReader out) {
        StringBuilder all = new StringBuilder();
        try {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.contains("is ready")) {
                    return line;
                }
                all.append(line).append('\n');
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new AssertionError("the proxy ended: " + all);
    }
}
