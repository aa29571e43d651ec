package io.pinion.operations.control;

import io.pinion.operations.opening.OpeningOutcome;
import io.pinion.operations.opening.OpeningRequest;
import io.pinion.operations.opening.OpeningStep;
import io.pinion.operations.opening.WeightChange;
import io.pinion.operations.schema.ChangeOutcome;
import io.pinion.operations.schema.DriftRow;
import io.pinion.operations.standby.Replaced;
import io.pinion.operations.verify.ShardVerdict;
import io.pinion.operations.verify.VerifyScope;
import io.pinion.routing.catalog.Declaration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

/**
 * What people may ask about operations and do with them. No call blocks; stages are completed on threads of operations, with
 * an exception whose message is for people when it can't be answered.
 */
public interface OperationControl {
    /** In the order of their numbers. */
    CompletionStage<List<OperationView>> list();

    /**
     * Goes on with one that has failed or was interrupted, on this proxy. One that the asker doesn't see isn't there.
     */
    CompletionStage<ChangeOutcome> resume(long number, Asker asker);

    /** Gives one up: a running one ends before its next shard, wherever it runs. */
    CompletionStage<ChangeOutcome> cancel(long number, Asker asker);

    /**
     * Ends one whose purpose is reached, and which waits for that, for good.
     *
     * @return what has become of it, for people
     */
    CompletionStage<String> finish(long number);

    /** Takes back what one has done that waits; the same. */
    CompletionStage<String> revert(long number);

    /**
     * Opens shards, or goes on with the same opening that has broken off.
     *
     * @param user who asks
     * @return always completed normally
     */
    CompletionStage<OpeningOutcome> open(OpeningRequest request, String user);

    /** What opening them would do, after the checks with which it begins. */
    CompletionStage<List<OpeningStep>> explainOpening(OpeningRequest request);

    /**
     * Gives open shards another share of new objects that nothing else places.
     *
     * @param last the last of them, inclusive
     * @param weight for all together; 0 closes them for these
     */
    CompletionStage<WeightChange> weigh(String keyspace, int first, int last, int weight);

    /** Puts a table that all shards have alike into the topology. */
    CompletionStage<ChangeOutcome> declare(String keyspace, String table, Declaration as);

    /** Takes a table out of the topology; the shards keep it. */
    CompletionStage<ChangeOutcome> forget(String keyspace, String table);

    /** Where shards differ from the first of their keyspace; of all sharded keyspaces when none is named. */
    CompletionStage<List<DriftRow>> drift(Optional<String> keyspace);

    /**
     * Gives a pair another standby, which takes as long as to copy all that the pair has.
     *
     * @param with the server's name in the topology, where no pair has it
     * @param user who asks
     */
    CompletionStage<Replaced> replaceStandby(String pair, String with, String user);

    /**
     * Brings the accounts of Pinion's making to what the topology says, on all servers.
     *
     * @param user who asks
     * @return always completed normally
     */
    CompletionStage<ChangeOutcome> syncAccounts(String user);

    /**
     * Whether shards on their standby have what they have on their primary; it may take many minutes.
     *
     * @param unwanted whether nobody waits for the answer any more; asked on any thread, before some thousands of rows each
     */
    CompletionStage<List<ShardVerdict>> verify(VerifyScope scope, BooleanSupplier unwanted);
}
