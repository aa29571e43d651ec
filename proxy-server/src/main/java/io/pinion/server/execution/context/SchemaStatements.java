package io.pinion.server.execution.context;

import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.RoutePlan;
import java.util.function.Consumer;

/** Changes tables on all shards of a keyspace, or explains how. No call blocks. */
public interface SchemaStatements {
    /**
     * Begins a change, which goes on when its client is gone, or the explanation of one.
     *
     * @param answer gets the client's answer, on the session's event loop
     * @param error gets the client's error, on the session's event loop
     * @return the execution that the session waits for
     */
    Execution start(
            RoutePlan.ChangeSchema plan,
            SessionContext session,
            Consumer<LocalAnswer> answer,
            Consumer<ServerError> error);
}
