package io.pinion.server.execution;

import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.SessionView;
import java.util.concurrent.CompletionStage;

/** Runs the operator's statements, such as {@code SHOW SHARDS}. */
@FunctionalInterface
public interface AdminStatements {
    /** Must not block; the stage may be completed on any thread. */
    CompletionStage<Outcome> run(String sql, SessionView session);

    /** The client's answer. */
    sealed interface Outcome {
        record Answer(LocalAnswer answer) implements Outcome {}

        record Failure(ServerError error) implements Outcome {}
    }
}
