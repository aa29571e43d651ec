package io.pinion.server.execution.gather;

import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.StatementText;
import io.pinion.server.backend.BackendConnection;
import java.util.List;
import java.util.function.IntConsumer;

/** Receives the answer of the server with the gathered rows. */
public interface GatheredReply {
    /**
     * Sends the statement to the server.
     *
     * @param text the plan's, perhaps with another time limit
     * @param warnings the number of warnings from reading the rows
     * @param conditions the server's conditions from computing tables
     * @param ended called with the error's number, or 0; the connection is the caller's again
     */
    Asked ask(
            StatementText.Edited text,
            BackendConnection connection,
            int warnings,
            List<Condition> conditions,
            IntConsumer ended);

    /** The rows couldn't be gathered. */
    void fail(ServerError error);

    /** A statement under way. */
    interface Asked {
        void clientWritable();

        void clientGone();
    }
}
