package io.pinion.server.execution.dml;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.PreviousAnswer.Condition;
import io.pinion.server.execution.answer.RowsOut;
import io.pinion.server.execution.fanout.AddedCounts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of the first step of a {@link StepsExecution}, and what follows from them. */
abstract class StepRows implements RowsOut {
    private int warnings;
    private @Nullable ServerError failure;

    /** What is to be done, in order; nothing when there are no rows. */
    abstract List<byte[]> statements();

    /** Whether there may be so many of them, each on a shard of its own, that servers should get them all at once. */
    boolean mayRunTogether() {
        return false;
    }

    /** The words of an OK for which nothing had to be done. */
    abstract String infoOfNone();

    /** What is wrong with what was done, if anything is. */
    abstract @Nullable ServerError problem(AddedCounts counts);

    /** Why they couldn't be read, if they couldn't. */
    final @Nullable ServerError failure() {
        return failure;
    }

    /** How many warnings there were of reading them. */
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
