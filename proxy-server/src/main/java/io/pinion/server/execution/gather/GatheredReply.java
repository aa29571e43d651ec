package io.pinion.server.execution.gather;

import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.StatementText;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.context.Execution;
import java.util.List;
import java.util.function.IntConsumer;

/** Receives the answer of the server with the gathered rows. */
public interface GatheredReply {
    /**
     * Sends the statement to the server.
     *
     * @param text the plan's, perhaps with another time limit
     * @param warnings the number of warnings from reading the rows
     * @param nameless warnings of values that were looked up as ids and name nothing
     * @param ended called with the error's number, or 0; the connection is the caller's again
     * @return the statement under way
     */
    Execution ask(
            StatementText.Edited text,
            BackendConnection connection,
            int warnings,
            List<Condition> nameless,
            IntConsumer ended);

    /** The rows couldn't be gathered. */
    void fail(ServerError error);
}
