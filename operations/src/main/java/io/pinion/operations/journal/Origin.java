package io.pinion.operations.journal;

import java.time.Instant;
import java.util.List;

/**
 * Who began an operation, and what its statements mean: whoever resumes it runs them alike.
 *
 * @param user of Pinion
 * @param account of the topology, with which servers are logged in on
 * @param settings statements that make a connection's settings those of the session, in order
 */
public record Origin(String user, String account, List<String> settings, Instant started) {
    public Origin {
        settings = List.copyOf(settings);
    }
}
