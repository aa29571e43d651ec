package io.pinion.server.execution.context;

import io.pinion.protocol.server.ServerError;
import io.pinion.routing.definition.SchemaChange;
import io.pinion.routing.plan.LocalAnswer;
import java.util.function.Consumer;

/** Changes tables on all shards of a keyspace. No call blocks. */
public interface SchemaStatements {
    /**
     * Begins a change, which goes on when its client goes.
     *
     * @param answer is given what the client gets, on the session's event loop
     * @param error likewise
     * @return what the session waits for
     */
    Execution start(
            SchemaChange change, SessionContext session, Consumer<LocalAnswer> answer, Consumer<ServerError> error);
}
