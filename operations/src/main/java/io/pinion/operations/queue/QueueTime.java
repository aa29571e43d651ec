package io.pinion.operations.queue;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** The time by which jobs expire, in UTC. */
@FunctionalInterface
public interface QueueTime {
    /** Clients write jobs' times in whole seconds, and NTP keeps clocks far closer. */
    Duration MOST_APART = Duration.ofSeconds(30);

    /** The server's, which writes the times of jobs; refused when this proxy's clock says another time. */
    QueueTime OF_SERVER = server -> {
        LocalDateTime there = LocalDateTime.parse(
                server.firstColumn("SELECT UTC_TIMESTAMP()").getFirst().replace(' ', 'T'));
        Duration apart = Duration.between(LocalDateTime.now(ZoneOffset.UTC), there);
        if (apart.abs().compareTo(MOST_APART) > 0) {
            throw new OperationRefused("the clock of server " + server + " says "
                    + there.toString().replace('T', ' ')
                    + " UTC, " + Math.abs(apart.toSeconds()) + " s " + (apart.isNegative() ? "before" : "after")
                    + " this proxy's: no partition is made or dropped until they agree (see that NTP runs on both)");
        }
        return there;
    };

    /** @throws OperationRefused when nobody can tell */
    LocalDateTime now(ServerConnection server) throws SQLException, OperationRefused;
}
