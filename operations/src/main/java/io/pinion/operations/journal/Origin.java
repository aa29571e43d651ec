package io.pinion.operations.journal;

import java.time.Instant;
import java.util.List;

/**
 * The user who began an operation, and the settings of its statements, so that a resumed run has the same.
 *
 * @param user of Pinion
 * @param account of the topology, which logs in to servers
 * @param settings statements that make a connection's settings those of the session, in order
 */
public record Origin(String user, String account, List<String> settings, Instant started) {
    public Origin {
        settings = List.copyOf(settings);
    }

    /** One whose statements on servers have the settings of a new connection. */
    public static Origin of(String user, String account) {
        return new Origin(user, account, List.of(), Instant.now());
    }
}
