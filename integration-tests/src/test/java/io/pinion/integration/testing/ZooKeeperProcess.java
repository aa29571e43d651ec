package io.pinion.integration.testing;

import io.pinion.demo.EmbeddedZooKeeper;
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

/** A ZooKeeper in a process of its own, which can be killed and started again with its data on the same port. */
public final class ZooKeeperProcess implements AutoCloseable {
    private static final Duration START_DEADLINE = Duration.ofSeconds(60);

    private final Path directory;
    private final int port;
    private @Nullable Process process;

    /** @param directory its own, for data and log */
    public ZooKeeperProcess(Path directory) throws IOException {
        this.directory = Files.createDirectories(directory);
        this.port = FreePorts.next();
    }

    public int port() {
        return port;
    }

    /** Returns when clients can connect; nothing happens when it runs. */
    public synchronized void start() throws IOException {
        if (process != null) {
            return;
        }
        File log = directory.resolve("log").toFile();
        Process started = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx96m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ZooKeeperProcess.class.getName(),
                        directory.resolve("data").toString(),
                        Integer.toString(port)))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
                .start();
        process = started;
        Conditions.await("the start of a ZooKeeper that logs to " + log, START_DEADLINE, () -> {
            if (!started.isAlive()) {
                throw new IOException("ZooKeeper has ended:\n" + Files.readString(log.toPath()));
            }
            return answers();
        });
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

    @Override
    public void close() {
        kill9();
    }

    /**
     * What runs in the process: it ends when the one that has started it does, for then its input ends.
     *
     * @param arguments directory and port
     */
    public static void main(String[] arguments) throws IOException {
        try {
            EmbeddedZooKeeper.start(Path.of(arguments[0]), Integer.parseInt(arguments[1]));
            while (System.in.read() >= 0) {
                // Nobody says anything.
            }
        } finally {
            Runtime.getRuntime().halt(0);
        }
    }
}
