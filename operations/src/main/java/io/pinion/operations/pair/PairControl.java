package io.pinion.operations.pair;

import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.standby.CompletedPair;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** What people do with pairs as a whole. No call blocks; stages fail with a message for people. */
public interface PairControl {
    /**
     * Completed when the topology has the pair, which takes as long as to copy all that its primary has.
     *
     * @param login makes Pinion's accounts on the servers; empty where they are there
     * @param user who asks
     */
    CompletionStage<CompletedPair> create(PairCreation task, Optional<FirstLogin> login, String user);

    /** The actions of {@link #create}, after the checks with which it begins. */
    CompletionStage<List<PlannedAction>> explainCreate(PairCreation task, Optional<FirstLogin> login);

    /**
     * Gives a pair of one server a standby that the topology doesn't have yet; completed as {@link #create} is.
     *
     * @param login makes Pinion's accounts on the standby; empty where they are there
     */
    CompletionStage<CompletedPair> addStandby(StandbyAddition task, Optional<FirstLogin> login, String user);

    /** The actions of {@link #addStandby}, after the checks with which it begins. */
    CompletionStage<List<PlannedAction>> explainAddStandby(StandbyAddition task, Optional<FirstLogin> login);

    /**
     * Gives a pair another standby, or makes its own one anew; completed when both follow each other.
     *
     * @param login makes Pinion's accounts on the server; empty where they are there
     */
    CompletionStage<CompletedPair> replaceStandby(ReplacementRequest request, Optional<FirstLogin> login, String user);

    /** The actions of {@link #replaceStandby}, after the checks with which it begins. */
    CompletionStage<List<PlannedAction>> explainReplacement(ReplacementRequest request, Optional<FirstLogin> login);

    /** Takes a pair that nothing needs, and its servers, out of the topology. */
    CompletionStage<PairDropped> drop(PairRemoval task, String user);

    /** The actions of {@link #drop}, after the checks with which it begins. */
    CompletionStage<List<PlannedAction>> explainDrop(PairRemoval task);
}
