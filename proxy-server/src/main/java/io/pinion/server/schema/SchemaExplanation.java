package io.pinion.server.schema;

import io.pinion.operations.engine.OperationOutcome.Failed;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.server.execution.context.Execution;
import io.pinion.server.execution.context.SessionContext;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A client's wait for the steps of a schema change, on its session's event loop; servers are asked elsewhere. */
final class SchemaExplanation implements Execution {
    private final SessionContext session;
    private final Consumer<LocalAnswer> answer;
    private final Consumer<ServerError> error;
    private boolean abandoned;

    /**
     * @param answer gets the client's answer, on the loop
     * @param error gets the client's error, on the loop
     */
    SchemaExplanation(SessionContext session, Consumer<LocalAnswer> answer, Consumer<ServerError> error) {
        this.session = session;
        this.answer = answer;
        this.error = error;
    }

    void await(CompletionStage<List<PlannedAction>> actions) {
        actions.whenComplete(
                (planned, failure) -> session.cluster().pools().loop().execute(() -> tell(planned, failure)));
    }

    private void tell(@Nullable List<PlannedAction> planned, @Nullable Throwable failure) {
        if (abandoned) {
            return;
        }
        if (planned == null) {
            Failed why = Failed.of(Objects.requireNonNull(failure));
            error.accept(new ServerError(why.code(), why.sqlState(), why.message()));
            return;
        }
        answer.accept(PlannedRows.of(planned));
    }

    @Override
    public void kill() {
        if (!abandoned) {
            abandoned = true;
            error.accept(INTERRUPTED);
        }
    }

    @Override
    public void clientGone() {
        abandoned = true;
    }
}
