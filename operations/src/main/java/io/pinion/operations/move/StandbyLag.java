package io.pinion.operations.move;

import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.replication.Position;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Measures how far a standby is behind its primary, also across a restart of the standby. Blocks; for one thread. */
public final class StandbyLag implements AutoCloseable {
    private static final Duration SILENCE = Duration.ofSeconds(5);

    private final ServerConnection primary;
    private final ServerLogin login;
    private @Nullable ServerConnection standby;

    /** @param primary stays its owner's to close */
    public StandbyLag(ServerConnection primary, ServerLogin login) {
        this.primary = primary;
        this.login = login;
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
