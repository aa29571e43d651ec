package io.pinion.server.execution.dml;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.server.execution.answer.RowsOut;
import io.pinion.server.execution.fanout.AddedCounts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of the first step of a {@link StepsExecution}, and the statements that follow from them. */
abstract class StepRows implements RowsOut {
    private int warnings;
    private @Nullable ServerError failure;

    /** The statements that follow, in order; none when there are no rows. */
    abstract List<byte[]> statements();

    /** Whether there may be many statements, each for one shard, so that servers should get them at the same time. */
    boolean mayRunTogether() {
        return false;
    }

    /** The info text of an OK when no statement follows. */
    abstract String infoOfNone();

    /** The error if the counts don't fit the rows; else null. */
    abstract @Nullable ServerError problem(AddedCounts counts);

    /** The error because of which the rows couldn't be read; else null. */
    final @Nullable ServerError failure() {
        return failure;
    }

    /** The number of warnings from reading the rows. */
    final int warnings() {
        return warnings;
    }

    @Override
    public final boolean wantsCells() {
        return true;
    }

    @Override
    public final boolean wantsAllAnswers() {
        return true;
    }

    @Override
    public final @Nullable ServerError row(ByteBuf payload) {
        throw new IllegalStateException("rows are wanted in cells");
    }

    @Override
    public final void end(int ofServers, List<Condition> own) {
        warnings = ofServers;
    }

    @Override
    public final void fail(ServerError error) {
        failure = error;
    }
}
