package io.pinion.operations.move;

import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.replication.Position;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How far a standby is behind its primary, also of one that restarts meanwhile. Blocks; one thread's. */
final class StandbyLag implements AutoCloseable {
    private static final Duration SILENCE = Duration.ofSeconds(5);

    private final ServerConnection primary;
    private final ServerLogin login;
    private @Nullable ServerConnection standby;

    /** @param primary whose owner closes it */
    StandbyLag(ServerConnection primary, ServerLogin login) {
        this.primary = primary;
        this.login = login;
    }

    /**
     * Whether the standby needs longer than this for what the primary has; true while it can't be asked, and false when the connection
     * to the primary is lost, on which nobody answers any more: whoever writes there finds that out.
     */
    boolean isMoreThan(Duration lag) {
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
