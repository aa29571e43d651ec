package io.pinion.server.execution.context;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.User;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.DatabaseMeaning;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Sequence;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.TransactionMode;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.planner.StatementPlanner;
import io.pinion.server.backend.CapabilityFlavour;
import io.pinion.server.backend.Login;
import io.pinion.server.backend.LoopPool;
import io.pinion.server.backend.LoopPools;
import io.pinion.server.digest.LoopDigests;
import io.pinion.server.execution.query.EditionTracker;
import io.pinion.server.planning.PlanningPool;
import io.pinion.server.scatter.Scatters;
import io.pinion.server.sequence.Sequences;
import io.pinion.server.session.SessionState;
import io.pinion.server.session.XaNames;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The cluster in the view of one event loop: the topology for its sessions, and its pools. Everything but the
 * constructor runs on the loop; a new topology arrives by {@link #adopt}, between two statements of every session.
 */
public final class LoopCluster {
    private static final int MAX_REMEMBERED_NAMES = 20_000;

    private final LoopPools pools;
    private final StatementPlanner planner;
    private final PlanningPool planning;
    private final Map<String, String> keyspaceOfDatabase = new HashMap<>();
    private final EditionTracker uses;
    private final XaNames xaNames;
    private final Scatters scatters;
    private final Sequences sequences;
    private final ShardLine shardLine;
    private final LoopDigests digests;

    /** The edition with which a pair has last got shards from another one. */
    private final Map<String, Long> gotShards = new HashMap<>();

    private ClusterSnapshot snapshot;

    /** The snapshot's topology, for other threads. */
    private volatile Topology latest;

    /**
     * @param xaNames of the process
     * @param scatters of the process
     * @param sequences of the process
     */
    public LoopCluster(
            LoopPools pools,
            StatementPlanner planner,
            PlanningPool planning,
            XaNames xaNames,
            Scatters scatters,
            Sequences sequences,
            LoopDigests digests,
            ClusterSnapshot first) {
        this.xaNames = xaNames;
        this.scatters = scatters;
        this.sequences = sequences;
        this.digests = digests;
        this.pools = pools;
        this.planner = planner;
        this.planning = planning;
        this.snapshot = first;
        this.latest = first.topology();
        this.uses = new EditionTracker(first.edition());
        this.shardLine =
                new ShardLine(pools.limits().maxWaiters(), pools.limits().waitMillis());
        pools.adopt(first.topology());
    }

    /** @return completed on the loop once no statement and no transaction is under an older topology, however late */
    public CompletionStage<Void> adopt(ClusterSnapshot next) {
        assert pools.loop().inEventLoop();
        for (String pair : next.catalog().pairsThatGotShards(catalog())) {
            gotShards.put(pair, next.edition());
        }
        gotShards.keySet().retainAll(next.topology().pairs().keySet());
        snapshot = next;
        latest = next.topology();
        keyspaceOfDatabase.clear();
        pools.adopt(next.topology());
        CompletionStage<Void> olderEnded = uses.adopt(next.edition());
        if (!shardLine.isEmpty()) {
            pools.loop().execute(shardLine::lookAgain);
        }
        return olderEnded;
    }

    /** Whether one of these pairs has got shards from another one behind the topology of that edition. */
    public boolean haveGotShards(Set<String> pairs, long edition) {
        return pairs.stream().anyMatch(pair -> gotShards.getOrDefault(pair, edition) > edition);
    }

    /** The statements of this loop that wait for a held shard. */
    public ShardLine shardLine() {
        return shardLine;
    }

    /** Tracks every planned statement and its end. */
    public EditionTracker uses() {
        return uses;
    }

    /**
     * Plans on another thread.
     *
     * @param user takes turns with others
     * @param how uses its planner and what never changes
     * @param then receives the plan; on the loop, later
     * @param failed receives instead the reason why there is none
     * @return gives it up
     */
    public <T> Runnable planElsewhere(
            String user, Function<StatementPlanner, T> how, Consumer<T> then, Consumer<Throwable> failed) {
        assert pools.loop().inEventLoop();
        return planning.plan(user, how, pools.loop(), then, failed);
    }

    /**
     * Takes consecutive numbers, see {@link Sequences#take}.
     *
     * @param then receives the first; on the loop, later
     * @param otherwise receives the refusal instead
     */
    public void take(
            Sequence sequence, int count, long largest, Consumer<Long> then, Consumer<RoutePlan.Refused> otherwise) {
        sequences.take(() -> latest, sequence, count, largest).whenComplete((first, failure) -> pools.loop()
                .execute(() -> {
                    if (failure == null) {
                        then.accept(first);
                    } else {
                        otherwise.accept(Sequences.refusal(sequence, failure));
                    }
                }));
    }

    /** What the statements of this loop have cost. */
    public LoopDigests digests() {
        assert pools.loop().inEventLoop();
        return digests;
    }

    /** Plans the statements of this loop; of this loop's thread only. */
    public StatementPlanner planner() {
        assert pools.loop().inEventLoop();
        return planner;
    }

    public Catalog catalog() {
        return snapshot.catalog();
    }

    public Topology topology() {
        return snapshot.topology();
    }

    public LoopPools pools() {
        return pools;
    }

    /** The pool of the primary of {@code pair}, or null when the topology has no such pair. */
    @Nullable
    public LoopPool primaryOf(String pair) {
        return pools.primaryOf(pair);
    }

    /** The login for statements of {@code user}, or null when its account is gone or has no password. */
    @Nullable
    Login loginFor(User user, CapabilityFlavour flavour) {
        Account account = snapshot.topology().accounts().get(user.account());
        String password = snapshot.passwords().get(user.account());
        return account == null || password == null
                ? null
                : new Login(account.name(), account.user(), password, flavour);
    }

    /** The keyspace that a physical database belongs to, or the empty string when it belongs to none. */
    public String keyspaceOf(String database) {
        String known = keyspaceOfDatabase.get(database);
        if (known == null) {
            known = catalog()
                    .meaningOf(database)
                    .ofKeyspace()
                    .map(Keyspace::name)
                    .orElse("");
            if (keyspaceOfDatabase.size() < MAX_REMEMBERED_NAMES) {
                keyspaceOfDatabase.put(database, known);
            }
        }
        return known;
    }

    /** The one pair that has everything in the session's database; empty when there are several or none. */
    public Optional<String> onlyPairOf(SessionState session) {
        return session.database().flatMap(database -> {
            int colon = database.indexOf(':');
            String name = colon < 0 ? database : database.substring(0, colon);
            return switch (catalog().meaningOf(name)) {
                case DatabaseMeaning.Logical(Keyspace.Single single) -> Optional.of(single.pair());
                case DatabaseMeaning.Logical(Keyspace.Sharded sharded) ->
                    colon < 0 ? Optional.empty() : pairOfShard(sharded, database.substring(colon + 1));
                case DatabaseMeaning.Physical physical -> Optional.of(physical.pair());
                case DatabaseMeaning.AtHome home -> Optional.of(home.pair());
                case DatabaseMeaning.NotOpen notOpen -> Optional.empty();
                case DatabaseMeaning.Unknown unknown -> Optional.empty();
            };
        });
    }

    /** The pair whose server alone knows whether the database exists; empty when the topology knows the name. */
    public Optional<String> homeOf(String database) {
        int colon = database.indexOf(':');
        if (colon > 0 && catalog().keyspace(database.substring(0, colon)) instanceof Keyspace.Sharded) {
            return Optional.empty();
        }
        return catalog().meaningOf(database) instanceof DatabaseMeaning.AtHome(String pair)
                ? Optional.of(pair)
                : Optional.empty();
    }

    private static Optional<String> pairOfShard(Keyspace.Sharded keyspace, String shard) {
        try {
            return Optional.ofNullable(keyspace.ranges().pairOf(Integer.parseInt(shard)));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** A pair for queries that every server can answer, preferably the session's own. */
    public String anyPairOf(SessionState session) {
        return onlyPairOf(session)
                .or(() -> catalog().homePair())
                .orElseGet(() -> topology().pairs().keySet().iterator().next());
    }

    /**
     * A pair other than {@code pair} whose primary isn't known to be down; else one whose primary was down a while ago
     * and may be retried; else null.
     */
    @Nullable
    public String reachablePairBut(String pair) {
        String other = pairBut(pair, pool -> !pool.isUnreachable());
        return other != null ? other : pairBut(pair, LoopPool::mayBeTried);
    }

    private @Nullable String pairBut(String pair, Predicate<LoopPool> wanted) {
        for (String other : topology().pairs().keySet()) {
            LoopPool pool = pools.primaryOf(other);
            if (!other.equals(pair) && pool != null && wanted.test(pool)) {
                return other;
            }
        }
        return null;
    }

    /** The place that a transaction touches, in words: a shard, or all unsharded databases of a pair. */
    public String placeOf(String pair, String database) {
        return switch (catalog().meaningOf(database)) {
            case DatabaseMeaning.Physical(var keyspace, var shard, var now) -> place(keyspace, shard, pair);
            // The shard was open when the transaction began.
            case DatabaseMeaning.NotOpen(var keyspace, var shard) -> place(keyspace, shard, pair);
            case DatabaseMeaning.Logical logical -> unsharded(pair);
            case DatabaseMeaning.AtHome home -> unsharded(pair);
            case DatabaseMeaning.Unknown unknown -> unsharded(pair);
        };
    }

    /** The limits for statements over several shards. */
    public Scatters scatters() {
        return scatters;
    }

    /** Names the XA transactions of the process. */
    public XaNames xaNames() {
        return xaNames;
    }

    /** The mode of transactions over several shards in the database's keyspace. */
    public TransactionMode promiseOf(String database) {
        return catalog()
                .meaningOf(database)
                .ofKeyspace()
                .map(Keyspace::transactions)
                .orElse(TransactionMode.DEFAULT);
    }

    private static String place(Keyspace keyspace, ShardId shard, String pair) {
        return "shard " + shard + " of " + keyspace.name() + " on pair " + pair;
    }

    private static String unsharded(String pair) {
        return "the unsharded databases of pair " + pair;
    }
}
