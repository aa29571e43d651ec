package io.pinion.operations.mapping;

import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.journal.Operation;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** What people ask about mappings. No call blocks; stages fail with a message for people. */
public interface MappingControl {
    /**
     * Begins to look at all links of a mapping; that goes on in the background.
     *
     * @param user the user who asks
     */
    CompletionStage<Operation> begin(MappingTask task, String user);

    /** The steps of {@link #begin}, after the checks with which it begins. */
    CompletionStage<List<PlannedAction>> explain(MappingTask task);

    /**
     * Begins to look at all links of a mapping again and again, in the background.
     *
     * @param user the user who asks
     */
    CompletionStage<Operation> watch(MappingWatch task, String user);

    /** The steps of {@link #watch}, after the checks with which it begins. */
    CompletionStage<List<PlannedAction>> explainWatch(MappingWatch task);

    /** What the watches of this proxy find wrong, in words. */
    List<String> problems();

    /** The number of faults that the watches of this proxy have found, in their last whole rounds or in the present ones. */
    long watchedFaults();
}
