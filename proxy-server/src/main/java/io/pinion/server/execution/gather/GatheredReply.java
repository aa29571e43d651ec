package io.pinion.server.execution.gather;

import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.PreviousAnswer.Condition;
import io.pinion.routing.plan.StatementText;
import io.pinion.server.backend.BackendConnection;
import java.util.List;
import java.util.function.IntConsumer;

/** Who gets the answer of the server that has gathered rows. */
public interface GatheredReply {
    /**
     * Asks the server.
     *
     * @param text the plan's, perhaps with another limit of its time
     * @param warnings how many there were of reading the rows
     * @param conditions what the server has said about rows that it has computed before
     * @param ended is told the error's number, or 0; the connection is the caller's then
     */
    Asked ask(
            StatementText.Edited text,
            BackendConnection connection,
            int warnings,
            List<Condition> conditions,
            IntConsumer ended);

    /** The rows couldn't be gathered. */
    void fail(ServerError error);

    /** The statement is on its way. */
    interface Asked {
        void clientWritable();

        void clientGone();
    }
}
