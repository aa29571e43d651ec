package io.pinion.integration.testing;

import io.pinion.cli.Main;
import io.pinion.demo.FreePorts;
import io.pinion.server.testing.Conditions;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A proxy in a process of its own, which can be killed and started again on the same port. */
public final class ProxyProcess implements AutoCloseable {
    private static final Duration START_DEADLINE = Duration.ofSeconds(60);

    /** Two processes may share a port, so that an answer there says nothing of this one. */
    private static final String READY = "is ready: clients at 127.0.0.1:";

    private final Path directory;
    private final int port;
    private final List<String> command;
    private @Nullable Process process;

    /** @param directory its own, for settings, data and log */
    public ProxyProcess(Path directory, String zookeeper, String cluster) throws IOException {
        this(directory, zookeeper, cluster, FreePorts.next(), false, "");
    }

    /** @param more settings, as lines of the settings file */
    public ProxyProcess(Path directory, String zookeeper, String cluster, String more) throws IOException {
        this(directory, zookeeper, cluster, FreePorts.next(), false, more);
    }

    /** One that listens where others of its kind do: on {@code port}, with {@code listener.reuse_port}. */
    public static ProxyProcess sharing(int port, Path directory, String zookeeper, String cluster) throws IOException {
        return new ProxyProcess(directory, zookeeper, cluster, port, true, "");
    }

    private ProxyProcess(Path directory, String zookeeper, String cluster, int port, boolean shared, String more)
            throws IOException {
        this.directory = Files.createDirectories(directory);
        this.port = port;
        Path settings = Files.writeString(
                directory.resolve("pinion.yaml"),
                """
                data_directory: %s
                listener:
                  address: 127.0.0.1
                  port: %d
                  reuse_port: %s
                  tls: false
                topology:
                  zookeeper: %s
                  cluster: %s
                  session_timeout: 4s
                event_loops:
                  threads: 1
                http:
                  enabled: false
                """.formatted(directory.resolve("data"), port, shared, zookeeper, cluster) + more);
        this.command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx192m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "serve",
                "--config",
                settings.toString());
        // A test that is ended by force leaves none behind.
        Runtime.getRuntime().addShutdownHook(new Thread(this::kill9, "kill-proxy"));
    }

    public int port() {
        return port;
    }

    /** Returns when clients can connect. */
    public synchronized void start() throws IOException {
        File log = directory.resolve("log").toFile();
        Files.writeString(log.toPath(), "");
        Process started = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
                .start();
        process = started;
        Conditions.await("the start of a proxy that logs to " + log, START_DEADLINE, () -> {
            if (!started.isAlive()) {
                throw new IOException("the proxy has ended:\n" + Files.readString(log.toPath()));
            }
            return Files.readString(log.toPath()).contains(READY + port) && answers();
        });
    }

    /** SIGTERM; doesn't wait. */
    public synchronized void terminate() {
        Process running = process;
        if (running != null) {
            running.destroy();
        }
    }

    /** Waits until the process has ended by itself, with this status. */
    public int awaitEnd() {
        Process ending;
        synchronized (this) {
            ending = process;
            process = null;
        }
        if (ending == null) {
            throw new IllegalStateException("the proxy doesn't run");
        }
        try {
            Conditions.await("the end of a proxy", START_DEADLINE, () -> !ending.isAlive());
            return ending.exitValue();
        } finally {
            ending.destroyForcibly();
        }
    }

    public synchronized boolean isAlive() {
        Process running = process;
        return running != null && running.isAlive();
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Without any farewell. */
    public synchronized void kill9() {
        Process running = process;
        if (running != null) {
            running.destroyForcibly().onExit().join();
            process = null;
        }
    }

    public synchronized boolean isRunning() {
        return process != null;
    }

    /** It stands still, as on a machine that swaps, until {@link #goOn}. */
    public synchronized void standStill() throws IOException {
        signal("STOP");
    }

    public synchronized void goOn() throws IOException {
        signal("CONT");
    }

    private void signal(String name) throws IOException {
        Process running = process;
        if (running == null) {
            throw new IOException("the proxy doesn't run");
        }
        new ProcessBuilder("kill", "-" + name, Long.toString(running.pid()))
                .start()
                .onExit()
                .join();
    }

    @Override
    public void close() {
        kill9();
    }
}
