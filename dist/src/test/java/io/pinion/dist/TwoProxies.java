package io.pinion.dist;

import io.pinion.demo.EmbeddedZooKeeper;
import io.pinion.operations.journal.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A new cluster of proxies that are processes of their own: one that stays, and for each statement another one that
 * is killed in its middle.
 */
final class TwoProxies implements AutoCloseable {
    private static final String PASSWORD = "Adm1n-of-it";
    private static final Duration LATE = Duration.ofMillis(25);
    private static final Duration TIMEOUT = Duration.ofMinutes(3);

    private final InstalledPinion pinion;
    private final Path settings;
    private final SlowLine line;
    private final JournalWatch journal;
    private final InstalledPinion.Proxy staying;

    private TwoProxies(
            InstalledPinion pinion, Path settings, SlowLine line, JournalWatch journal, InstalledPinion.Proxy staying) {
        this.pinion = pinion;
        this.settings = settings;
        this.line = line;
        this.journal = journal;
        this.staying = staying;
    }

    /** @param serverVersion what clients are greeted with before there are servers */
    static TwoProxies start(InstalledPinion pinion, EmbeddedZooKeeper zooKeeper, String serverVersion)
            throws Exception {
        Path etc = pinion.beginCluster(zooKeeper, serverVersion, PASSWORD);
        SlowLine line = SlowLine.to(zooKeeper.port(), LATE);
        String staying = Files.readString(etc.resolve("pinion.yaml"))
                .replace("  cluster: main\n", "  cluster: main\n  session_timeout: 4s\n");
        Files.writeString(etc.resolve("pinion.yaml"), staying);
        Path killed = Files.writeString(
                etc.resolve("killed.yaml"),
                staying.replace(zooKeeper.connectString(), line.address())
                        .replace("data_directory: " + etc + "/data", "data_directory: " + etc + "/killed"));
        String secret = Files.readString(etc.resolve("secrets/zookeeper")).strip();
        return new TwoProxies(
                pinion,
                killed,
                line,
                new JournalWatch(zooKeeper.connectString(), secret),
                pinion.serve("--config", "etc/pinion.yaml", "--http-port", "0"));
    }

    /** By a command, since drivers ask a server while they connect, and there is none before the first pair. */
    void createPair(String name, EmptyServers servers, int first, int second) throws Exception {
        pinion.with("PINION_PASSWORD", PASSWORD)
                .with("PINION_SERVER_PASSWORD", servers.rootPassword())
                .run(InstalledPinion.createPair(
                        staying.port(),
                        name,
                        servers.addresses().get(first),
                        "standby",
                        servers.addresses().get(second)));
    }

    /** A client of the proxy that stays, an administrator. */
    Connection client() throws SQLException {
        return JdbcClients.connect(staying.port(), "admin", PASSWORD);
    }

    /** The steps that a statement takes at a proxy that lives. */
    List<String> stepsOf(String statement) throws Exception {
        long before = journal.latest();
        InstalledPinion.Proxy other = begun();
        CompletableFuture<String> answer = asked(other, statement);
        List<String> steps = journal.stepsOf(before, answer);
        if (!answer.get(1, TimeUnit.MINUTES).isEmpty()) {
            throw new AssertionError(statement + ": " + answer.join());
        }
        other.close();
        return steps;
    }

    /**
     * Has another proxy run a statement, and kills it at a step.
     *
     * @param later how long behind the beginning of the step
     * @return the operation as the dead one has left it
     */
    Operation killedAt(String step, Duration later, String statement) throws Exception {
        long before = journal.latest();
        InstalledPinion.Proxy doomed = begun();
        CompletableFuture<String> answer = asked(doomed, statement);
        Operation at = journal.await(before, answer, progress -> progress.step().equals(step));
        TimeUnit.NANOSECONDS.sleep(later.toNanos());
        doomed.kill();
        answer.get(1, TimeUnit.MINUTES);
        return journal.read(at.number());
    }

    /**
     * Has another proxy run a statement, asks for its end at a step, and kills the proxy when it has begun to undo.
     *
     * @return the operation as the dead one has left it; one that came to its end before isn't undone
     */
    Operation killedInItsUndo(String step, String statement) throws Exception {
        long before = journal.latest();
        InstalledPinion.Proxy doomed = begun();
        CompletableFuture<String> answer = asked(doomed, statement);
        Operation at = journal.await(before, answer, progress -> progress.step().equals(step));
        journal.askToEnd(at.number());
        journal.await(before, answer, progress -> progress.detail().startsWith("undoing"));
        doomed.kill();
        answer.get(1, TimeUnit.MINUTES);
        return journal.read(at.number());
    }

    /**
     * Has another proxy run a statement, and kills it so long behind its beginning, whatever it does then.
     *
     * @return the operation as the dead one has left it; empty where it has entered none
     */
    Optional<Operation> killedBehind(Duration time, String statement) throws Exception {
        long before = journal.latest();
        InstalledPinion.Proxy doomed = begun();
        CompletableFuture<String> answer = asked(doomed, statement);
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
        doomed.kill();
        answer.get(1, TimeUnit.MINUTES);
        return journal.behind(before);
    }

    private InstalledPinion.Proxy begun() throws Exception {
        return pinion.serve("--config", settings.toString(), "--port", "0", "--http-port", "0");
    }

    /** The error, or nothing. */
    private static CompletableFuture<String> asked(InstalledPinion.Proxy proxy, String statement) throws SQLException {
        Connection client = JdbcClients.connect(proxy.port(), "admin", PASSWORD);
        return CompletableFuture.supplyAsync(() -> {
            try (client) {
                JdbcClients.execute(client, statement);
                return "";
            } catch (SQLException e) {
                return String.valueOf(e.getMessage());
            }
        });
    }

    /** Waits until an operation has ended, whoever ends it. */
    Operation awaitEnd(long number) throws Exception {
        long end = System.nanoTime() + TIMEOUT.toNanos();
        while (System.nanoTime() < end) {
            Operation now = journal.read(number);
            if (now.progress().state().isOver()) {
                return now;
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
        throw new AssertionError("operation " + number + " hasn't ended: " + journal.read(number));
    }

    Operation read(long number) throws Exception {
        return journal.read(number);
    }

    /** The number of the latest operation. */
    long latest() throws Exception {
        return journal.latest();
    }

    @Override
    public void close() throws IOException {
        staying.close();
        journal.close();
        line.close();
    }
}
