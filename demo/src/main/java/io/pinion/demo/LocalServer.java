package io.pinion.demo;

import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.MariaDb;
import io.pinion.operations.server.MySql;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One server on 127.0.0.1. It keeps its port and data over {@link #stop}, {@link #kill9} and {@link #restart}.
 *
 * <p>It always starts fenced ({@code read_only=1}), as the servers of a pair must. Methods may be called by any thread;
 * those that start and stop it wait for each other.
 */
public final class LocalServer implements AutoCloseable {
    private static final Duration START_DEADLINE = Duration.ofSeconds(60);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);
    private static final long POLL_MILLIS = 20;

    private final ServerProgram program;
    private final DataTemplate template;
    private final ServerSpec spec;
    private final Path home;
    private final int port;
    private @Nullable GuardedProcess process;

    LocalServer(ServerProgram program, DataTemplate template, ServerSpec spec, Path home, int port) {
        this.program = program;
        this.template = template;
        this.spec = spec;
        this.home = home;
        this.port = port;
    }

    public String name() {
        return spec.name();
    }

    public String host() {
        return "127.0.0.1";
    }

    public int port() {
        return port;
    }

    /** The server's error log. */
    public Path log() {
        return home.resolve("log");
    }

    /** The data directory; its files may be read and copied while the server is stopped. */
    public Path data() {
        return home.resolve("data");
    }

    /** A JDBC address without user and database; options may be appended with {@code &}. */
    public String jdbc() {
        return "jdbc:mysql://" + host() + ":" + port + "/?sslMode=DISABLED&allowPublicKeyRetrieval=true";
    }

    /** The user that may do everything, even under {@code read_only}. */
    public String rootUser() {
        return "root";
    }

    public String rootPassword() {
        return DataTemplate.ROOT_PASSWORD;
    }

    /** A new connection as root; the caller closes it. */
    public Connection connect() throws SQLException {
        return connect(rootUser(), rootPassword());
    }

    /** A new connection; the caller closes it. */
    public Connection connect(String user, String password) throws SQLException {
        Properties login = new Properties();
        login.setProperty("user", user);
        login.setProperty("password", password);
        login.setProperty("connectTimeout", "5000");
        return DriverManager.getConnection(jdbc(), login);
    }

    /** A connection for operations on the server, as root; the caller closes it. */
    public ManagedServer manage() throws SQLException {
        return ManagedServer.connect(name(), host(), port, rootUser(), rootPassword());
    }

    /** Runs statements as root, one after the other on one connection. */
    public void execute(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /**
     * {@code SET GLOBAL read_only}, of MySQL also {@code super_read_only}: a fenced MariaDB takes writes from root and
     * from replication only, a fenced MySQL from replication only.
     */
    public void fence(boolean fenced) throws SQLException {
        switch (dialect()) {
            case MariaDb mariaDb -> execute("SET GLOBAL read_only = " + (fenced ? 1 : 0));
            case MySql mySql -> execute(fenced ? "SET GLOBAL super_read_only = 1" : "SET GLOBAL read_only = 0");
        }
    }

    Dialect dialect() {
        return program.dialect();
    }

    public synchronized boolean isRunning() {
        return process != null && process.isAlive();
    }

    /** The process id of the running server. */
    public synchronized long pid() {
        if (process == null) {
            throw new IllegalStateException(name() + " is stopped");
        }
        return process.pid();
    }

    /** Starts the server unless it runs, with empty data at the first time, and returns once it accepts logins. */
    public void start() throws IOException {
        start(List.of());
    }

    /** Like {@link #start()}, with options for this run only, such as those that make filling it faster. */
    synchronized void start(List<String> options) throws IOException {
        if (isRunning()) {
            return;
        }
        if (!Files.isDirectory(data())) {
            template.copyTo(data());
        }
        Files.createDirectories(home.resolve("tmp"));
        ServerSpec thisRun = spec.withOptions(options.toArray(String[]::new));
        GuardedProcess started = GuardedProcess.start(ServerOptions.serving(program, home, thisRun, port), home, log());
        process = started;
        awaitAnswer(started);
    }

    /** Shuts it down cleanly. The data directory is then complete and at rest. */
    public synchronized void stop() {
        if (process != null) {
            process.terminate(STOP_TIMEOUT);
            process = null;
        }
    }

    /** Kills the server at once: it closes no connection and flushes nothing. */
    public synchronized void kill9() {
        if (process != null) {
            process.kill();
            process = null;
        }
    }

    /** Stops it, when it runs, and starts it again: on the same port, fenced. */
    public synchronized void restart() throws IOException {
        stop();
        start();
    }

    @Override
    public void close() {
        stop();
    }

    /** A server that opened its port may still refuse logins, so only a login counts. */
    private void awaitAnswer(GuardedProcess started) throws IOException {
        long end = System.nanoTime() + START_DEADLINE.toNanos();
        while (true) {
            try {
                connect().close();
                return;
            } catch (SQLException e) {
                if (!started.isAlive() || System.nanoTime() > end) {
                    started.kill();
                    process = null;
                    throw new IOException(name() + " did not start: " + lastWords(), e);
                }
            }
            try {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while " + name() + " was starting", e);
            }
        }
    }

    private String lastWords() throws IOException {
        List<String> lines = Files.readAllLines(log());
        String errors = lines.stream().filter(line -> line.contains("[ERROR]")).collect(Collectors.joining("; "));
        return errors + " (its log is " + log() + ")";
    }
}
