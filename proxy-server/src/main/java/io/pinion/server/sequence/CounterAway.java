package io.pinion.server.sequence;

import java.sql.SQLException;

/** A counter can't be advanced for a moment, as while its pair gets another primary. The caller retries. */
final class CounterAway extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param refusal the server's error */
    CounterAway(SQLException refusal) {
        super(refusal.getMessage(), refusal);
    }
}
