package io.pinion.server.execution.fanout;

import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.server.execution.answer.RowBuffer;
import io.pinion.server.execution.context.SessionContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The counts of a step's changes: neither its end nor its error is told to the client, whose statement goes on. */
public final class HeldCounts extends AddedCounts {
    private final List<RowBuffer> files;
    private @Nullable ServerError failure;

    /** @param files the rows that each statement loads; empty for statements that load none */
    public HeldCounts(SessionContext session, RoutePlan.FanOut plan, List<RowBuffer> files) {
        super(session, plan);
        this.files = List.copyOf(files);
    }

    /** The error because of which nothing was changed, if any. */
    @Nullable
    public ServerError failure() {
        return failure;
    }

    @Override
    public @Nullable RowBuffer file(int source) {
        return source < files.size() ? files.get(source) : null;
    }

    @Override
    public @Nullable ServerError end(List<Condition> warnings) {
        return null;
    }

    @Override
    public void fail(ServerError error) {
        failure = error;
    }
}
