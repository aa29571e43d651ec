package io.pinion.operations.server;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Asks every server of the running topology, primaries and standbys, again and again whether it answers: one connection to
 * each, kept open, with the monitor's account or else that of the data. A server that doesn't answer holds up none of the
 * others.
 */
public final class ServerWatch implements AutoCloseable {
    /** As MySQL's clients number them: nobody listens there; or it takes connections and doesn't answer. */
    private static final int CANT_CONNECT = 2003;

    private static final int SERVER_LOST = 2013;
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Supplier<Topology> topology;
    private final ServerAccess access;
    private final Listener listener;
    private final Thread clock;
    private final ExecutorService askers = Executors.newVirtualThreadPerTaskExecutor();

    /** By address and account, so that a server which moves is asked where it is. Empty while one is asked. */
    private final Map<Asked, Connection> connections = new HashMap<>();

    private final Set<Asked> underWay = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    private record Asked(Server server, Account account) {}

    /** Is told of every answer and every failure, on threads of the watch. */
    public interface Listener {
        /** @param version as the server says it */
        void answered(Server server, String version);

        /** @param reason one line */
        void failed(Server server, String reason);
    }

    private ServerWatch(Supplier<Topology> topology, ServerAccess access, Duration every, Listener listener) {
        this.topology = topology;
        this.access = access;
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
        Account account =
                now.accounts().getOrDefault(Account.MONITOR, now.accounts().get(Account.DATA));
        if (account == null) {
            return;
        }
        for (Server server : now.servers().values()) {
            Asked asked = new Asked(server, account);
            if (!closed && underWay.add(asked)) {
                askers.execute(() -> ask(asked));
            }
        }
        forgetBut(now, account);
    }

    private void forgetBut(Topology now, Account account) {
        synchronized (connections) {
            connections.entrySet().removeIf(entry -> {
                boolean known = entry.getKey().account().equals(account)
                        && now.servers().containsValue(entry.getKey().server());
                if (!known) {
                    close(entry.getValue());
                }
                return !known;
            });
        }
    }

    private void ask(Asked asked) {
        try {
            String version = version(asked);
            if (!closed) {
                listener.answered(asked.server(), version);
            }
        } catch (SQLException | Secrets.SecretMissing | RuntimeException e) {
            if (!closed) {
                listener.failed(asked.server(), reason(e));
            }
        } finally {
            underWay.remove(asked);
        }
    }

    private String version(Asked asked) throws SQLException, Secrets.SecretMissing {
        Connection kept;
        synchronized (connections) {
            kept = connections.remove(asked);
        }
        if (kept != null) {
            try {
                return versionOn(kept, asked);
            } catch (SQLException e) {
                if (has(e, SocketTimeoutException.class)) {
                    throw e;
                }
                // It may be the connection alone that is gone: a new one tells.
                close(kept);
            }
        }
        return versionOn(access.open(asked.server(), asked.account(), PATIENCE), asked);
    }

    private String versionOn(Connection connection, Asked asked) throws SQLException {
        String version;
        try {
            version = Answers.single(connection, "SELECT VERSION()");
        } catch (SQLException e) {
            close(connection);
            throw e;
        }
        synchronized (connections) {
            if (closed) {
                close(connection);
            } else {
                connections.put(asked, connection);
            }
        }
        return version;
    }

    private static String reason(Exception e) {
        if (e instanceof SQLException failed) {
            int code = failed.getErrorCode();
            if (code == 0 && String.valueOf(failed.getSQLState()).startsWith("08")) {
                code = has(e, ConnectException.class) ? CANT_CONNECT : SERVER_LOST;
            }
            if (code != 0) {
                return "error " + code;
            }
        }
        String message = String.valueOf(e.getMessage()).strip();
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }

    private static boolean has(Throwable failure, Class<? extends Throwable> cause) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (cause.isInstance(at)) {
                return true;
            }
        }
        return false;
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException gone) {
            // That is what was wanted.
        }
    }

    /** Closes all connections; doesn't wait for a server that is being asked. */
    @Override
    public void close() {
        clock.interrupt();
        synchronized (connections) {
            closed = true;
            connections.values().forEach(ServerWatch::close);
            connections.clear();
        }
        askers.shutdownNow();
    }
}
