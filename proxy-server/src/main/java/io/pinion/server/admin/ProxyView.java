package io.pinion.server.admin;

import io.pinion.config.source.SourceStatus;
import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.control.OperationControl;
import io.pinion.operations.server.watch.PairHealth;
import io.pinion.routing.catalog.ExhaustedTable;
import io.pinion.routing.plan.SessionView;
import io.pinion.server.digest.StatementDigest;
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
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * The running proxy as admin commands see it, and all that they may see. Every method returns at once. An answer that
 * needs event loops, servers or ZooKeeper is a stage, completed on any thread within a deadline of the implementation.
 */
public interface ProxyView {
    /** The topology in use. */
    Topology topology();

    /** The state of the topology's source. */
    SourceStatus topologyStatus();

    /** The result of the last reading of the servers' tables. */
    SchemaStatus schemaStatus();

    /** Tables of shards that take no new rows. */
    Set<ExhaustedTable> exhaustedTables();

    /** Reads the servers' tables now; completed when that is done. */
    CompletionStage<SchemaStatus> readSchema();

    /**
     * Reads the servers' tables once every statement is planned with the topology of this generation.
     *
     * @param generation 0 for the generation in use
     */
    CompletionStage<SchemaStatus> readSchema(long generation);

    /** The long operations on shards and pairs, and their changes of the topology. */
    OperationControl operations();

    /** Completed once every statement is planned with the topology of this generation, or a deadline has passed. */
    CompletionStage<Void> adopted(long generation);

    TrafficRates rates();

    /** Branches of two-phase commits that were in doubt at the last run of recovery. */
    List<InDoubtSnapshot> inDoubt();

    /** The prepared XA branches of all users on the primary of a pair, Pinion's own among them. */
    CompletionStage<List<PreparedBranch>> preparedBranches(String pair);

    /** The use and limits of statements over several shards. */
    Scatters scatters();

    /**
     * The plan of a statement in the lines of {@code PlanText}, without running it; fails when too many statements are
     * being explained.
     */
    CompletionStage<String> explain(String sql, SessionView session);

    /** The servers of the topology in use, one snapshot each. */
    List<ServerSnapshot> servers();

    /** The last reports of a pair's servers. */
    PairHealth health(Pair pair);

    /** The pair's problems, one line each with the remedy; empty when the pair is well. */
    List<String> problems(Pair pair);

    /** The problems of all accounts that Pinion manages; a server that isn't reached is none of theirs. */
    List<String> accountProblems();

    /** The problems of an account that Pinion manages, one line each; empty when it has exactly its grants. */
    List<String> accountProblems(Account account);

    /** Whether the servers' accounts have been looked after by the deadline, as the topology in use has them. */
    CompletionStage<Boolean> accountsLookedAfter();

    /** The certificates that this proxy shows to clients and to servers. */
    List<CertificateSnapshot> certificates();

    /** One snapshot for each event loop, server and account that has connections or waiters. */
    CompletionStage<List<PoolSnapshot>> pools();

    CompletionStage<List<SessionSnapshot>> sessions();

    /** What the statements of this proxy have cost, by shape, keyspace, user and pair; what took most time first. */
    CompletionStage<List<StatementDigest>> digests();

    /** Forgets what statements have cost; completed when all event loops have. */
    CompletionStage<Void> resetDigests();

    /** Whether this proxy still has a session of that number. */
    boolean isConnected(long session);

    /**
     * Ends a session of this proxy; nothing happens when no session has that number.
     *
     * @param queryOnly ends the session's statement and keeps the session
     */
    void kill(long session, boolean queryOnly);

    /**
     * Begins the shutdown of this proxy, which lets its clients end their transactions first. Doesn't wait for the end.
     */
    void shutDown();

    /**
     * The proxies registered in the cluster; this one alone when the topology is a file. While ZooKeeper is
     * unreachable, the list that it gave last.
     */
    CompletionStage<ProxyList> proxies();
}
