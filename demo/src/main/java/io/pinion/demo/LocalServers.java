package io.pinion.demo;

import io.pinion.operations.server.Dialect;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Starts real servers in one directory and ends them all together.
 *
 * <pre>{@code
 * try (LocalServers servers = LocalServers.open(directory)) {
 *     LocalServer server = servers.start(ServerSpec.single("a"));
 *     server.fence(false);
 *     try (Connection connection = server.connect()) { … }
 * }
 * }</pre>
 *
 * <p>The data stays in the directory after {@link #close} and is used again by the next server of the same name. Any
 * thread may call.
 */
public final class LocalServers implements AutoCloseable {
    private static final Duration LOCK_DEADLINE = Duration.ofSeconds(2);

    private final Path directory;
    private final ProcessLock lock;
    private final ServerProgram program;
    private final DataTemplate template;
    private final List<LocalServer> servers = new CopyOnWriteArrayList<>();
    private final Thread atExit = new Thread(this::stopAll, "stop-local-servers");

    private LocalServers(Path directory, ProcessLock lock, ServerProgram program) {
        this.directory = directory;
        this.lock = lock;
        this.program = program;
        this.template = new DataTemplate(program, CacheDirectory.find());
    }

    /**
     * Takes {@code directory}, which is made when absent, for this process alone.
     *
     * @throws IOException when another process uses it, or no server program can be had; the message says what to do
     */
    public static LocalServers open(Path directory) throws IOException {
        Path absolute = directory.toAbsolutePath().normalize();
        ServerProgram program = ServerProgram.find();
        ProcessLock lock =
                ProcessLock.acquire(absolute.resolve("lock"), LOCK_DEADLINE, "running servers in the same directory");
        LocalServers opened = new LocalServers(absolute, lock, program);
        Runtime.getRuntime().addShutdownHook(opened.atExit);
        return opened;
    }

    /**
     * Starts a server, fenced, with the data of an earlier server of its name in this directory, else with empty data.
     */
    public LocalServer start(ServerSpec spec) throws IOException {
        LocalServer server = prepare(spec);
        server.start();
        return server;
    }

    /** Like {@link #start} but leaves it stopped. */
    LocalServer prepare(ServerSpec spec) throws IOException {
        Path home = directory.resolve(spec.name());
        int port = spec.port() == 0 ? FreePorts.next() : spec.port();
        LocalServer server = new LocalServer(program, template, spec, home, port);
        servers.add(server);
        return server;
    }

    /** The program of all servers here. */
    ServerProgram program() {
        return program;
    }

    Dialect dialect() {
        return program.dialect();
    }

    public Path directory() {
        return directory;
    }

    /** Stops every server that was started here and gives the directory free. Doing it twice is harmless. */
    @Override
    public void close() throws IOException {
        stopAll();
        lock.close();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // The process is ending already; the hook finds nothing left to stop.
        }
    }

    /** Stops all servers at once: each waits mostly for its own disk. */
    private void stopAll() {
        servers.parallelStream().forEach(LocalServer::stop);
    }
}
