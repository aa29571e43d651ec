package io.pinion.operations.server.watch;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.replication.GtidSet;
import io.pinion.operations.server.replication.Lag;
import io.pinion.operations.server.replication.Position;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.operations.server.replication.Standing;
import io.pinion.operations.server.watch.MonitorConnections.Line;
import io.pinion.operations.server.watch.MonitorConnections.Purpose;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Asks every server of the running topology, primaries and standbys, again and again how it is, with the monitor's
 * account or else that of the data, and how far each standby is behind. A server that doesn't answer holds up none of
 * the others.
 */
public final class ServerWatch implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    /** Short beside {@link #TIMEOUT}, in which the question must be answered. */
    private static final Duration LAG_TIMEOUT = Duration.ofSeconds(1);

    private final Supplier<Topology> topology;
    private final MonitorConnections connections;
    private final Listener listener;
    private final Thread clock;
    private final ExecutorService askers = Executors.newVirtualThreadPerTaskExecutor();
    private final Set<Line> underWay = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** Is told of every answer and every failure, on threads of the watch. */
    public interface Listener {
        /** @param asked the topology under which the server was asked, which may be over by now */
        default void answered(Server server, ServerReport report, Topology asked) {}

        default void failed(Server server, AskFailure failure) {}

        /** How a pair's standby stands to its primary. */
        default void compared(Pair pair, Standing standing) {}

        /** One that tells them all, in their order. */
        static Listener all(List<Listener> listeners) {
            return new Listener() {
                @Override
                public void answered(Server server, ServerReport report, Topology asked) {
                    listeners.forEach(listener -> listener.answered(server, report, asked));
                }

                @Override
                public void failed(Server server, AskFailure failure) {
                    listeners.forEach(listener -> listener.failed(server, failure));
                }

                @Override
                public void compared(Pair pair, Standing standing) {
                    listeners.forEach(listener -> listener.compared(pair, standing));
                }
            };
        }
    }

    private ServerWatch(Supplier<Topology> topology, ServerAccess access, Duration every, Listener listener) {
        this.topology = topology;
        this.connections = new MonitorConnections(access, TIMEOUT);
        this.listener = listener;
        this.clock = Thread.ofPlatform().name("pinion-server-watch").daemon().unstarted(() -> rounds(every));
    }

    /** @param every how long after one round the next begins; a server still being asked is left out of it */
    public static ServerWatch start(
            Supplier<Topology> topology, ServerAccess access, Duration every, Listener listener) {
        ServerWatch watch = new ServerWatch(topology, access, every, listener);
        watch.clock.start();
        return watch;
    }

    private void rounds(Duration every) {
        try {
            while (!closed) {
                round();
                Thread.sleep(every);
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    private void round() {
        Topology now = topology.get();
        Account account = now.monitorAccount().orElse(null);
        if (account == null) {
            return;
        }
        for (Server server : now.servers().values()) {
            Line line = new Line(server, account, Purpose.REPORT);
            if (!closed && underWay.add(line)) {
                askers.execute(() -> ask(line, now));
            }
        }
        connections.closeBut(
                line -> line.account().equals(account) && now.servers().containsValue(line.server()));
    }

    private void ask(Line line, Topology now) {
        try {
            ServerReport report = connections.ask(line, ServerReport::read);
            if (closed) {
                return;
            }
            listener.answered(line.server(), report, now);
            for (Pair pair : now.pairs().values()) {
                if (pair.standby().filter(line.server()::equals).isPresent()) {
                    listener.compared(pair, standing(pair, line, report));
                }
            }
        } catch (SQLException | Secrets.SecretMissing | RuntimeException e) {
            if (!closed) {
                listener.failed(line.server(), AskFailure.of(e));
            }
        } finally {
            underWay.remove(line);
        }
    }

    private record OfPrimary(GtidSet history, boolean fenced) {}

    /** The standby has told its history before the primary is asked, so that what it has got from there is in both. */
    private Standing standing(Pair pair, Line standby, ServerReport report) throws SQLException, Secrets.SecretMissing {
        Dialect dialect = report.dialect();
        Optional<OfPrimary> asked = onPrimary(
                pair, standby, connection -> new OfPrimary(dialect.history(connection), dialect.isFenced(connection)));
        if (asked.isEmpty()) {
            return new Standing(lag(pair, standby, report), Optional.empty());
        }
        OfPrimary primary = asked.get();
        GtidSet received = primary.fenced() && report.follows()
                ? connections.ask(standby, connection -> dialect.gtids(dialect.received(connection)))
                : GtidSet.EMPTY;
        GtidSet applied = report.history().errantBeside(primary.history(), report.serverId());
        GtidSet lostOwn = primary.history().newerThan(report.history()).writtenBy(String.valueOf(report.serverId()));
        return new Standing(
                // MariaDB's waits for a place say that such a standby has everything, since it leaves out what is of
                // its own.
                lostOwn.isEmpty() ? lag(pair, standby, report) : Optional.empty(),
                Optional.of(applied.isEmpty() ? received.newerThan(primary.history()) : applied),
                received,
                lostOwn);
    }

    /** The time in which what the primary has now gets to the standby. */
    private Optional<Lag> lag(Pair pair, Line standby, ServerReport report) throws SQLException, Secrets.SecretMissing {
        boolean follows = report.replication().map(ReplicationHealth::isRunning).orElse(true);
        Optional<Position> position = follows ? onPrimary(pair, standby, report.dialect()::position) : Optional.empty();
        if (position.isEmpty()) {
            return Optional.empty();
        }
        long begun = System.nanoTime();
        boolean there = connections.ask(
                standby, connection -> report.dialect().awaitPosition(connection, position.get(), LAG_TIMEOUT));
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        return Optional.of(there ? new Lag(took, false) : new Lag(atLeast(took, report), true));
    }

    private <T> Optional<T> onPrimary(Pair pair, Line standby, MonitorConnections.Question<T> question) {
        try {
            return Optional.of(
                    connections.ask(new Line(pair.primary(), standby.account(), Purpose.POSITION), question));
        } catch (SQLException | Secrets.SecretMissing e) {
            return Optional.empty(); // Its own report says what is the matter.
        }
    }

    private static Duration atLeast(Duration waited, ServerReport report) {
        Duration counted = report.replication().stream()
                .flatMapToLong(health -> health.secondsBehind().stream())
                .mapToObj(Duration::ofSeconds)
                .findFirst()
                .orElse(Duration.ZERO);
        return counted.compareTo(waited) > 0 ? counted : waited;
    }

    /** Closes all connections; doesn't wait for a server that is being asked. */
    @Override
    public void close() {
        closed = true;
        clock.interrupt();
        connections.close();
        askers.shutdownNow();
    }
}
