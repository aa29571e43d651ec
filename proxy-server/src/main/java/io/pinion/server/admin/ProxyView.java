package io.pinion.server.admin;

import io.pinion.config.source.SourceStatus;
import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.control.OperationControl;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Task.Promotion.Manner;
import io.pinion.operations.move.MoveStep;
import io.pinion.operations.move.WantedMove;
import io.pinion.operations.promotion.OpenedPair;
import io.pinion.operations.promotion.PromotionOutcome;
import io.pinion.operations.promotion.PromotionStep;
import io.pinion.operations.server.watch.PairHealth;
import io.pinion.routing.catalog.ExhaustedTable;
import io.pinion.routing.plan.SessionView;
import io.pinion.server.observe.CertificateSnapshot;
import io.pinion.server.observe.InDoubtSnapshot;
import io.pinion.server.observe.PoolSnapshot;
import io.pinion.server.observe.ServerSnapshot;
import io.pinion.server.observe.SessionSnapshot;
import io.pinion.server.observe.TrafficRates;
import io.pinion.server.scatter.Scatters;
import io.pinion.server.schema.SchemaStatus;
import io.pinion.server.xa.PreparedBranch;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * What admin commands may see of the running proxy, and all they may see. Every method returns at once; what must be
 * collected from event loops or asked of ZooKeeper comes as a stage, completed on any thread, within a deadline that the
 * implementation keeps.
 */
public interface ProxyView {
    /** The topology that is served. */
    Topology topology();

    /** How the topology's source is doing. */
    SourceStatus topologyStatus();

    /** What was read of the servers' tables. */
    SchemaStatus schemaStatus();

    /** Tables of shards that take no new rows. */
    Set<ExhaustedTable> exhaustedTables();

    /** Reads them now; completed when that is done. */
    CompletionStage<SchemaStatus> readSchema();

    /**
     * Reads them once every statement is planned with the topology of this generation.
     *
     * @param generation 0 for whatever is running
     */
    CompletionStage<SchemaStatus> readSchema(long generation);

    /** What is done to many shards, step by step. */
    OperationControl operations();

    /**
     * Makes the standby of a pair its primary.
     *
     * @param to the server that shall be it; empty for the other one than now
     * @param user who asks
     */
    CompletionStage<PromotionOutcome> promote(String pair, Optional<String> to, Manner manner, String user);

    /** Lets a pair's primary take writes that is fenced. */
    CompletionStage<OpenedPair> openPair(String pair);

    /** What a promotion would do. */
    CompletionStage<List<PromotionStep>> explainPromotion(String pair);

    /**
     * Begins to move shards to another pair.
     *
     * @param user who asks
     * @return the operation, which goes on by itself
     */
    CompletionStage<Operation> move(WantedMove wanted, String user);

    /** What that would do. */
    CompletionStage<List<MoveStep>> explainMove(WantedMove wanted);

    TrafficRates rates();

    /** Branches of two-phase commits that waited to be finished when recovery last looked. */
    List<InDoubtSnapshot> inDoubt();

    /** Everybody's prepared branches of XA on the primary of a pair, Pinion's own among them. */
    CompletionStage<List<PreparedBranch>> preparedBranches(String pair);

    /** What statements over several shards take now, and may take. */
    Scatters scatters();

    /** What would be done with a statement, in the lines of {@code PlanText}, without doing it; fails when too many ask. */
    CompletionStage<String> explain(String sql, SessionView session);

    /** One for each server of the running topology. */
    List<ServerSnapshot> servers();

    /** What the servers of a pair have said of themselves. */
    PairHealth health(Pair pair);

    /** What an operator should see to, a line each, which says what to do; empty when the pair is well. */
    List<String> problems(Pair pair);

    /** What is the matter with an account of Pinion's making, a line each; empty when it has what it should have. */
    List<String> accountProblems(Account account);

    /** Those that this proxy shows to clients and to servers. */
    List<CertificateSnapshot> certificates();

    /** One for each event loop, server and account that has connections or waiters. */
    CompletionStage<List<PoolSnapshot>> pools();

    CompletionStage<List<SessionSnapshot>> sessions();

    /** Whether this proxy has a session of that number still. */
    boolean isConnected(long session);

    /**
     * Ends a session of this proxy; nothing happens when there is none of that number.
     *
     * @param queryOnly ends the statement that it runs and leaves the session
     */
    void kill(long session, boolean queryOnly);

    /** Asks for this proxy's end, after its clients have ended what they had begun. Doesn't wait for it. */
    void shutDown();

    /**
     * The proxies registered in the cluster; this one alone when the topology is a file. While ZooKeeper is away, those
     * that were there when it was last asked.
     */
    CompletionStage<ProxyList> proxies();
}
