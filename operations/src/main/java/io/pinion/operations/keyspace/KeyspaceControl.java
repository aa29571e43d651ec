package io.pinion.operations.keyspace;

import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.PlannedAction;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** What people do with keyspaces as a whole. No call blocks; stages fail with a message for people. */
public interface KeyspaceControl {
    /**
     * Makes a keyspace, or goes on with the same that has broken off; completed when clients see it.
     *
     * @param user the user who asks
     */
    CompletionStage<Done> create(KeyspaceShape shape, String user);

    /** The steps of {@link #create}, after the checks with which it begins. */
    CompletionStage<List<PlannedAction>> explainCreate(KeyspaceShape shape);

    /**
     * Takes a keyspace without tables away; completed when its databases are dropped.
     *
     * @param user the user who asks
     */
    CompletionStage<Done> drop(String keyspace, String user);

    /** The steps of {@link #drop}, after the checks with which it begins. */
    CompletionStage<List<PlannedAction>> explainDrop(String keyspace);
}
