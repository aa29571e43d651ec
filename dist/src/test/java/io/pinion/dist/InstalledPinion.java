package io.pinion.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.demo.EmbeddedZooKeeper;
import io.pinion.demo.FreePorts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The tarball's tree with a Java and nothing else of this build. Its processes know these variables. */
record InstalledPinion(Path tree, Path home, Map<String, String> variables) {
    private static final long START_SECONDS = 120;

    static InstalledPinion unpackedInto(Path directory) throws IOException, InterruptedException {
        return new InstalledPinion(Made.unpackedInto(directory), directory, Map.of());
    }

    /**
     * CREATE PAIR as a command at the proxy on a port, as root, whose password is in PINION_SERVER_PASSWORD.
     *
     * @param more of the statement, behind the primary's address
     */
    static String[] createPair(int port, String name, String primary, String... more) {
        List<String> words = new ArrayList<>(List.of("create", "pair", name, "primary", primary));
        words.addAll(List.of(more));
        words.addAll(List.of("using", "root", "identified", "by", "-", "--password-env", "PINION_SERVER_PASSWORD"));
        words.addAll(List.of("--port", "" + port));
        return words.toArray(String[]::new);
    }

    InstalledPinion with(String variable, String value) {
        Map<String, String> more = new HashMap<>(variables);
        more.put(variable, value);
        return new InstalledPinion(tree, home, more);
    }

    /** It finds its Java by JAVA_HOME. */
    ProcessBuilder command(String... arguments) {
        ProcessBuilder builder = new ProcessBuilder(tree.resolve("bin/pinion").toString());
        builder.command().addAll(List.of(arguments));
        builder.directory(home.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", "/usr/bin:/bin");
        builder.environment().put("HOME", home.toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("PINION_JAVA_OPTS", System.getProperty("pinion.tests.jit", ""));
        builder.environment().putAll(variables);
        return builder.redirectErrorStream(true);
    }

    /** What a command prints; it must succeed. */
    String run(String... arguments) throws IOException, InterruptedException {
        return outputOf(command(arguments).start());
    }

    /** What a command prints that reads this line; it must succeed. */
    String runWith(String typed, String... arguments) throws IOException, InterruptedException {
        Process process = command(arguments).start();
        process.outputWriter().append(typed).append('\n').close();
        return outputOf(process);
    }

    /**
     * Has {@code pinion init} begin a cluster.
     *
     * @param serverVersion what clients are greeted with before there are servers
     * @param password of the administrator
     * @return the directory of its settings and secrets
     */
    Path beginCluster(EmbeddedZooKeeper zooKeeper, String serverVersion, String password)
            throws IOException, InterruptedException {
        runWith(
                password,
                "init",
                "--directory",
                "etc",
                "--server-version",
                serverVersion,
                "--zookeeper",
                zooKeeper.connectString(),
                "--port",
                "" + FreePorts.next());
        return home.resolve("etc");
    }

    static String outputOf(Process process) throws IOException, InterruptedException {
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        return out;
    }

    /** A proxy that takes clients. */
    Proxy serve(String... arguments) throws Exception {
        ProcessBuilder serve = command("serve");
        serve.command().addAll(List.of(arguments));
        Process process = serve.start();
        BufferedReader out = process.inputReader();
        String ready = CompletableFuture.supplyAsync(() -> readyLine(out)).get(START_SECONDS, TimeUnit.SECONDS);
        // Nobody reads on: a full pipe would stop it.
        Thread.ofVirtual().start(() -> out.lines().forEach(line -> {}));
        return new Proxy(process, Integer.parseInt(ready.replaceAll(".*clients at \\S+:(\\d+).*", "$1")));
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

    /** @param port where its clients connect */
    record Proxy(Process process, int port) implements AutoCloseable {
        /** Ends it as {@code kill -9} does. */
        void kill() throws InterruptedException {
            process.toHandle().destroyForcibly();
            process.waitFor();
        }

        /** Ends it as an operator does; it must take leave. */
        @Override
        public void close() {
            // Its own destroy() would close the output, too, under its reader.
            process.toHandle().destroy();
            try {
                assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts a test", e);
            }
            assertThat(process.exitValue()).isZero();
        }
    }
}
