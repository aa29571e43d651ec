package io.pinion.server.execution;

import io.pinion.protocol.server.ServerError;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of the first step of a {@link StepsExecution}, and what follows from them. */
interface StepRows extends RowsOut {
    /** Why they couldn't be read, if they couldn't. */
    @Nullable
    ServerError failure();

    /** How many warnings there were of reading them. */
    int warnings();

    @Override
    default boolean wantsAllAnswers() {
        return true;
    }

    /** What is to be done, in order; nothing when there are no rows. */
    List<byte[]> statements();

    /** The words of an OK for which nothing had to be done. */
    String infoOfNone();

    /** What is wrong with what was done, if anything is. */
    @Nullable
    ServerError problem(AddedCounts counts);
}
