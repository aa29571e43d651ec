package io.pinion.operations.control;

import io.pinion.operations.check.CheckControl;
import io.pinion.operations.document.DocumentChanges;
import io.pinion.operations.engine.AnsweredRequest;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.queue.QueueState;
import io.pinion.operations.restore.RestoredRows;
import io.pinion.operations.schema.DriftRow;
import io.pinion.operations.space.ShardSpace;
import io.pinion.operations.verify.ShardVerdict;
import io.pinion.operations.verify.VerifyScope;
import io.pinion.routing.catalog.Keyspace;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

/**
 * The questions and actions that people have for operations. No call blocks; stages are completed on threads of
 * operations, exceptionally with a message for people when a call fails.
 */
public interface OperationControl {
    /** All operations, in the order of their numbers. */
    CompletionStage<List<OperationView>> list();

    /** @param asker to whom an operation that they may not see counts as missing */
    CompletionStage<Done> act(OperationAction action, long number, Asker asker);

    /** The actions of {@link #act}, after its checks. */
    CompletionStage<List<PlannedAction>> explain(OperationAction action, long number, Asker asker);

    /**
     * Does what is asked for, after checks; what goes on in the background is answered at its beginning.
     *
     * @param user the user who asks
     */
    <A> CompletionStage<A> run(AnsweredRequest<A> request, String user);

    /** The steps of {@link #run}, after the checks with which it begins. */
    CompletionStage<List<PlannedAction>> explain(AnsweredRequest<?> request, String user);

    /** Compares what an operation has restored, and waits for its end, with what is there now. */
    CompletionStage<List<RestoredRows>> compareRestored(long operation);

    /** The differences of shards from the first one of their keyspace; in all sharded keyspaces when none is named. */
    CompletionStage<List<DriftRow>> drift(Optional<String> keyspace);

    /** The topology document as people edit it. */
    DocumentChanges document();

    /** What is wrong with servers. */
    CheckControl checks();

    /** The states of all queues of the topology, as the standbys have them; asks primaries that have none. */
    CompletionStage<List<QueueState>> queueStates();

    /** What is wrong with queues, as this proxy has seen it if it is the one that keeps them; a line each. */
    List<String> queueProblems();

    /**
     * What the shards of a keyspace take, in their order, as their standbys have them; asks primaries that have none.
     */
    CompletionStage<List<ShardSpace>> measure(Keyspace.Sharded keyspace);

    /**
     * Compares shards on their standby with those on their primary; it may take many minutes.
     *
     * @param unwanted whether the answer isn't wanted any more; called on any thread, before some thousands of rows
     *     each
     */
    CompletionStage<List<ShardVerdict>> verify(VerifyScope scope, BooleanSupplier unwanted);
}
