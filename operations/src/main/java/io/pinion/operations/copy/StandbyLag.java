package io.pinion.operations.copy;

import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.replication.Position;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Measures how far a standby is behind its primary, also across a restart of the standby. Blocks; for one thread. */
public final class StandbyLag implements AutoCloseable {
    private static final Duration SILENCE = Duration.ofSeconds(5);

    /** How far a standby may be behind before rows wait for it. */
    private static final Duration OF_ROWS = Duration.ofMillis(100);

    private final String pair;

    private final ServerConnection primary;
    private final ServerLogin login;
    private @Nullable ServerConnection standby;

    /**
     * @param pair its name, for messages
     * @param primary stays its owner's to close
     */
    public StandbyLag(String pair, ServerConnection primary, ServerLogin login) {
        this.pair = pair;
        this.primary = primary;
        this.login = login;
    }

    /** Why rows should wait, in words; empty while the standby follows closely. */
    public Optional<String> reason() {
        return isMoreThan(OF_ROWS)
                ? Optional.of("the standby of pair " + pair + (standby == null ? " doesn't answer" : " is behind"))
                : Optional.empty();
    }

    /**
     * Whether the standby needs longer than this to apply what the primary has. True while the standby can't be asked.
     * False when the connection to the primary is lost: the writer on that connection finds that out.
     */
    public boolean isMoreThan(Duration lag) {
        Position written;
        try {
            written = primary.position();
        } catch (SQLException e) {
            return !ServerConnection.isLost(e);
        }
        try {
            ServerConnection asked = standby;
            if (asked == null) {
                asked = login.open(SILENCE);
                standby = asked;
            }
            return !asked.awaitPosition(written, lag);
        } catch (SQLException e) {
            close();
            return true;
        }
    }

    @Override
    public void close() {
        ServerConnection asked = standby;
        if (asked != null) {
            asked.close();
            standby = null;
        }
    }
}
