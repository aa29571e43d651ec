package io.pinion.operations.copy;

import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a server is too busy for a copy beside its clients. Each server is asked at most once a second, over a
 * connection of its own, for {@code Threads_running}: its work at this moment for clients, for replication and for the
 * copy itself. Blocks; for one thread.
 */
public final class ServerLoad implements AutoCloseable {
    private static final Duration SILENCE = Duration.ofSeconds(5);
    private static final long LOOK_EVERY_NANOS = 1_000_000_000;

    private final int most;

    /** The connection of each server; null where there is none. */
    private final Map<ServerLogin, @Nullable ServerConnection> servers = new LinkedHashMap<>();

    private long looked = System.nanoTime() - LOOK_EVERY_NANOS;
    private Optional<String> found = Optional.empty();

    /** @param most running threads of each server; with 0 no server is asked */
    public ServerLoad(int most, List<ServerLogin> servers) {
        this.most = most;
        servers.forEach(server -> this.servers.put(server, null));
    }

    /** Why a copy should wait, in words; empty while no server is too busy. */
    public Optional<String> reason() {
        if (most > 0 && System.nanoTime() - looked >= LOOK_EVERY_NANOS) {
            found = look();
            looked = System.nanoTime();
        }
        return found;
    }

    private Optional<String> look() {
        for (ServerLogin login : List.copyOf(servers.keySet())) {
            Optional<String> reason = look(login);
            if (reason.isPresent()) {
                return reason;
            }
        }
        return Optional.empty();
    }

    private Optional<String> look(ServerLogin login) {
        ServerConnection asked = servers.get(login);
        try {
            if (asked == null) {
                asked = login.open(SILENCE);
                servers.put(login, asked);
            }
            return reason(login.server().name(), asked.runningThreads(), most);
        } catch (SQLException e) {
            // The next look tries a new connection; the copy itself finds out whether the server is lost.
            close(servers.put(login, null));
            return Optional.of(login.server().name() + " doesn't say how busy it is (" + e.getMessage() + ")");
        }
    }

    static Optional<String> reason(String server, long running, int most) {
        return running <= most
                ? Optional.empty()
                : Optional.of(server + " is busy, with " + running + " threads running (pairs.copy_max_running is "
                        + most + ")");
    }

    private static void close(@Nullable ServerConnection connection) {
        if (connection != null) {
            connection.close();
        }
    }

    @Override
    public void close() {
        new ArrayList<>(servers.values()).forEach(ServerLoad::close);
        servers.clear();
    }
}
