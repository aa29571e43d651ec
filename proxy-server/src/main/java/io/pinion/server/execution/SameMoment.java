package io.pinion.server.execution;

import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.BackendConnection;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/**
 * NOW() and its like are one moment for all servers of a statement: the session variable {@code timestamp} holds it while the
 * statement runs, unless the client has set that itself. One for each statement.
 */
final class SameMoment {
    private static final String TIMESTAMP = "timestamp";
    private static final List<String> BACK = List.of("SET timestamp = DEFAULT");

    private final boolean needed;
    private final Instant moment;

    /**
     * @param asked whether the statement asks what time it is
     * @param moment the time that it is told
     */
    SameMoment(SessionContext session, boolean asked, Instant moment) {
        this.moment = moment;
        needed = asked && !session.state().variables().settings().has(TIMESTAMP);
    }

    /** The statement follows on this connection. */
    void hold(BackendConnection connection, Consumer<ServerError> failed) {
        if (needed) {
            String text = "SET timestamp = %d.%06d".formatted(moment.getEpochSecond(), moment.getNano() / 1_000);
            BranchCommand.send(connection, List.of(text), outcome -> tell(outcome, failed));
        }
    }

    /**
     * It has been answered there.
     *
     * @param then is called when the server's time goes on
     */
    void release(BackendConnection connection, Runnable then) {
        if (!needed) {
            then.run();
            return;
        }
        BranchCommand.send(connection, BACK, outcome -> {
            tell(outcome, error -> connection.close());
            then.run();
        });
    }

    private static void tell(BranchCommand.Outcome outcome, Consumer<ServerError> failed) {
        switch (outcome) {
            case BranchCommand.Outcome.Done done -> {}
            case BranchCommand.Outcome.Refused refused -> failed.accept(refused.error());
            // The statement's own texts hear of the loss.
            case BranchCommand.Outcome.Lost lost -> {}
        }
    }
}
