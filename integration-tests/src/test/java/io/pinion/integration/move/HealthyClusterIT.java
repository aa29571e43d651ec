package io.pinion.integration.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.MoveCluster;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.integration.testing.StartedServers;
import io.pinion.operations.server.ManagedServer;
import io.pinion.server.testing.Conditions;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.slf4j.LoggerFactory;

/**
 * Alarms that can be believed: nothing is told while imports, moves and promotions run under load, {@code -Dpinion.healthy.seconds} long;
 * and what is really wrong is told soon, with what ends it.
 */
@OnEachServer(mysql = 4)
class HealthyClusterIT {
    private static final Duration TIME = Duration.ofSeconds(Integer.getInteger("pinion.healthy.seconds", 30));
    private static final Duration TOLD_WITHIN = Duration.ofSeconds(15);
    private static final int WRITERS = 8;
    private static final Pattern ON_SERVER = Pattern.compile("on (?<server>\\w+): (?<statements>.*)");

    private static final Logger ROOT = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);

    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    private MoveCluster cluster;
    private Connection operator;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        StartedServers started = product.startPairs(directory);
        cluster = new MoveCluster(directory, started.pairs(), started.end());
        operator = cluster.connect(0);
        assumeTrue(cluster.servers(0).size() == 2, "pairs without a standby aren't promoted");
        Conditions.await(() -> problems(operator).isEmpty()
                && Jdbc.rows(operator, "SHOW PAIRS").stream().allMatch(pair -> pair.contains("both ways")));
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (cluster != null) {
            operator.close();
            cluster.stop();
        }
    }

    @Test
    void whatPinionDoesItselfIsNoProblem() throws Exception {
        fillShop();
        lines.start();
        ROOT.addAppender(lines);
        Set<String> told = new ConcurrentSkipListSet<>();
        AtomicBoolean over = new AtomicBoolean();
        BoardWriters writers = new BoardWriters(cluster, WRITERS, Duration.ofMillis(20), Set.of());
        List<Thread> watchers = List.of(watcher(0, over, told), watcher(1, over, told));
        try (writers) {
            for (long end = System.nanoTime() + TIME.toNanos(); System.nanoTime() < end; ) {
                turn();
                writers.awaitMore(100);
            }
        } finally {
            over.set(true);
            for (Thread watcher : watchers) {
                watcher.join();
            }
        }
        assertThat(writers.errors).isEmpty();
        assertThat(told).isEmpty();
        assertThat(problemsOfLog()).isEmpty();
    }

    /** Statements that take long, as a promotion does, are no problem. */
    private List<String> problemsOfLog() {
        ROOT.detachAppender(lines);
        return lines.list.stream()
                .filter(line -> line.getLevel().isGreaterOrEqual(Level.WARN)
                        && !line.getLoggerName().equals("io.pinion.slow"))
                .map(line -> line.getFormattedMessage() + " " + line.getKeyValuePairs())
                .toList();
    }

    private void fillShop() throws SQLException {
        Jdbc.execute(operator, "CREATE KEYSPACE shop SINGLE ON PAIR A");
        Jdbc.execute(operator, "CREATE TABLE shop.orders (id INT PRIMARY KEY, n INT)");
        Jdbc.execute(
                operator,
                IntStream.range(0, 1_000)
                        .mapToObj(id -> "(" + id + ", 0)")
                        .collect(Collectors.joining(", ", "INSERT INTO shop.orders VALUES ", "")));
    }

    private void turn() throws SQLException {
        // Rights to one keyspace alone have accounts of their own, which are made on every server.
        Jdbc.execute(operator, "CREATE TOPOLOGY USER reader IDENTIFIED BY 'reader-password' KEYSPACES pinterest");
        thereAndBack("IMPORT DATABASE shop AS MOD SHARDS 8 ON PAIRS A, B", "waiting: handed over");
        thereAndBack("MOVE SHARDS 1-2 TO PAIR B IN pinterest", "waiting: moved");
        for (String pair : List.of("A", "B")) {
            Conditions.await(() -> Jdbc.rows(operator, "SHOW PAIRS LIKE '" + pair + "'")
                    .getFirst()
                    .contains("both ways"));
            Jdbc.rows(operator, "PROMOTE PAIR " + pair);
        }
        Jdbc.execute(operator, "DROP TOPOLOGY USER reader");
    }

    private void thereAndBack(String statement, String done) throws SQLException {
        String number = Jdbc.rows(operator, statement).getFirst().getFirst();
        assertThat(MoveCluster.awaitEnd(operator, number)).startsWith(done);
        Jdbc.execute(operator, "REVERT OPERATION " + number);
        assertThat(MoveCluster.awaitEnd(operator, number)).startsWith("reverted");
    }

    private Thread watcher(int proxy, AtomicBoolean over, Set<String> told) {
        return Thread.ofVirtual().start(() -> {
            try (Connection operators = cluster.connect(proxy)) {
                while (!over.get()) {
                    problems(operators).stream()
                            // A pair of MariaDB that has taken shards over doesn't follow its partner until the move
                            // ends.
                            .filter(problem -> !problem.contains("until the end of operation"))
                            .forEach(told::add);
                    Jdbc.rows(operators, "SHOW CLUSTER STATUS WHERE level = 'error'").stream()
                            .map(Object::toString)
                            .filter(problem -> !problem.contains("until the end of operation"))
                            .forEach(told::add);
                    if (!cluster.isReady(proxy)) {
                        told.add("proxy " + proxy + " isn't ready");
                    }
                    Thread.sleep(Duration.ofMillis(300));
                }
            } catch (SQLException | IOException e) {
                told.add("a watcher has ended: " + e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private static Set<String> problems(Connection operators) throws SQLException {
        return Jdbc.rows(operators, "SHOW PAIRS").stream()
                .map(pair -> String.valueOf(pair.getLast()))
                .filter(problems -> !problems.isEmpty() && !problems.equals("null"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void whatIsReallyWrongIsToldSoonWithItsCure() throws Exception {
        ManagedServer primary = cluster.primary(0);
        ManagedServer standby = cluster.servers(0).getLast();
        planted("A2 doesn't follow A1", () -> standby.execute(standby.dialect().stopFollowing()));
        planted("the standby A2 is not fenced", standby::unfence);
        planted("A1 is fenced", () -> primary.fence(MoveCluster.TIMEOUT));
        planted(
                "ANSI_QUOTES in its global sql_mode",
                () -> primary.execute(List.of("SET GLOBAL sql_mode='ANSI_QUOTES'")));
        planted("A1 doesn't follow A2", () -> primary.execute(primary.dialect().stopFollowing()));
        planted("the standby A2 has transactions that the primary A1 hasn't", () -> {
            standby.unfence();
            primary.execute(primary.dialect().stopFollowing());
            standby.execute(List.of("INSERT INTO db00000.pins (data) VALUES ('errant')"));
            standby.fence(MoveCluster.TIMEOUT);
        });
    }

    private void planted(String problem, Deed plant) throws Exception {
        plant.done();
        Conditions.await("told: " + problem, TOLD_WITHIN, () -> problems(operator)
                .toString()
                .contains(problem));
        typeCure(problem);
        Conditions.await("cured: " + problem, MoveCluster.TIMEOUT, () -> problems(operator)
                .isEmpty());
    }

    /** What the status says to type is typed, at Pinion or on a server: it stands beside the first problem of the pair. */
    private void typeCure(String problem) throws SQLException {
        List<List<String>> told = Jdbc.rows(operator, "SHOW CLUSTER STATUS WHERE level = 'Error'");
        System.out.println(told);
        assertThat(told).extracting(row -> row.get(2)).anyMatch(what -> what.contains(problem));
        List<String> cure = told.getFirst();
        Matcher onServer = ON_SERVER.matcher(cure.get(4));
        if (onServer.matches()) {
            type(onServer.group("server"), onServer.group("statements"));
        } else {
            Jdbc.rows(operator, cure.get(3));
        }
    }

    private void type(String name, String statements) throws SQLException {
        List<ManagedServer> pair = cluster.servers(0);
        ManagedServer server = name.equals("A1") ? pair.getFirst() : pair.getLast();
        server.execute(List.of(statements.split("; *")));
    }

    private interface Deed {
        void done() throws Exception;
    }
}
