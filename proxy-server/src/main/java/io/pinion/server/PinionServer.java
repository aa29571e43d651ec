package io.pinion.server;

import io.netty.channel.EventLoop;
import io.pinion.config.source.TopologySource;
import io.pinion.config.topology.Account;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.KnownSchema;
import io.pinion.routing.planner.StatementPlanner;
import io.pinion.server.backend.LoopPools;
import io.pinion.server.backend.ServerLimits;
import io.pinion.server.backend.ServingLease;
import io.pinion.server.backend.login.BackendConnector;
import io.pinion.server.digest.LoopDigests;
import io.pinion.server.digest.StatementDigest;
import io.pinion.server.eventloop.EventLoops;
import io.pinion.server.eventloop.LoopWatch;
import io.pinion.server.execution.context.ClusterSnapshot;
import io.pinion.server.execution.context.LoopCluster;
import io.pinion.server.frontend.ClientListener;
import io.pinion.server.frontend.SessionRegistry;
import io.pinion.server.frontend.SessionServices;
import io.pinion.server.observe.PoolObserver;
import io.pinion.server.observe.PoolSnapshot;
import io.pinion.server.planning.PlanningPool;
import io.pinion.server.scatter.Scatters;
import io.pinion.server.sequence.Sequences;
import io.pinion.server.session.XaNames;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The running proxy: event loops, a cluster view and pools for each of them, and the listener. Nothing in it is static.
 *
 * <p>Start order: loops, the first topology on every loop, then the listener. Stop order is the reverse, with sessions
 * ended before their pools.
 */
public final class PinionServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PinionServer.class);
    /** Of all loops together; each takes a few kilobytes. */
    private static final int MAX_DIGESTS = 10_000;

    private static final long LOOP_ANSWER_SECONDS = 5;

    private final EventLoops loops;
    private final PlanningPool planning;
    private final XaNames xaNames;
    private final Scatters scatters;
    private final Secrets secrets;
    private final SessionRegistry registry;
    private final ClientListener listener;
    private final Map<EventLoop, LoopCluster> clusters = new HashMap<>();
    private final TopologySource.Subscription subscription;

    private final Supplier<KnownSchema> schema;
    private final Object adopting = new Object();

    /** The topology that was last handed to the loops, under {@link #adopting}. */
    private Topology latest;

    /** The passwords of the accounts that the loops have, under {@link #adopting}. */
    private Map<String, String> handedOut = Map.of();

    private volatile boolean closed;
    /** Counts the topologies that were handed out, under {@link #adopting}. */
    private long edition = 1;

    private volatile ClusterSnapshot served;
    private volatile ClusterSnapshot planned;
    private LongConsumer adoptedListener = generation -> {};
    private LongConsumer servedListener = generation -> {};

    /**
     * Opens the port; blocks until it is open.
     *
     * @param planners makes one for each event loop, and for each thread that plans long texts
     * @param sequences closed by the caller, after this
     * @param lease without it no statement runs on a server
     * @param schema gives the known tables of the servers; {@link #schemaChanged} must be called after a change
     * @throws java.io.UncheckedIOException when the port can't be opened; nothing is left running
     */
    public PinionServer(
            ServerSettings settings,
            TopologySource source,
            Supplier<StatementPlanner> planners,
            Secrets secrets,
            SessionServices services,
            PoolObserver poolObserver,
            Sequences sequences,
            Supplier<KnownSchema> schema,
            ServingLease lease) {
        this.secrets = secrets;
        this.schema = schema;
        this.registry = services.registry();
        this.loops = new EventLoops(settings.transport(), settings.eventLoops());
        ServerLimits limits = new ServerLimits(
                settings.maxConnectionsPerServer(), loops.loops().size());
        this.planning = new PlanningPool(planners);
        latest = source.current();
        this.xaNames = new XaNames(latest.cluster(), services.random().nextLong());
        this.scatters = new Scatters(settings.scatter(), settings.maxConnectionsPerServer());
        ClusterSnapshot first = snapshot(latest);
        int number = 0;
        for (EventLoop loop : loops.loops()) {
            BackendConnector connector =
                    new BackendConnector(loop, loops.connectedChannel(), settings.poolLimits(), settings.backendTls());
            LoopPools pools = new LoopPools(
                    loop,
                    number++,
                    settings.poolLimits(),
                    limits,
                    connector,
                    poolObserver,
                    (server, urgent) -> askOthersForRoom(loop, server, urgent),
                    lease);
            LoopDigests digests = new LoopDigests(
                    MAX_DIGESTS / loops.loops().size(), new SplittableRandom(), System::currentTimeMillis);
            clusters.put(
                    loop,
                    new LoopCluster(pools, planners.get(), planning, xaNames, scatters, sequences, digests, first));
        }
        served = first;
        planned = first;
        this.subscription = source.subscribe(this::adopt);
        try {
            this.listener = new ClientListener(loops, settings.places(), services, clusters);
        } catch (RuntimeException e) {
            subscription.cancel();
            loops.close();
            planning.close();
            throw e;
        }
    }

    /** The address where clients connect; its port is the real one when 0 was asked for. */
    public InetSocketAddress address() {
        return listener.address();
    }

    /** The generation that every statement and every open transaction uses, or a later one. */
    public long servedGeneration() {
        return served.topology().generation();
    }

    /** The names of this proxy's transactions that are committed in two phases. */
    public XaNames xaNames() {
        return xaNames;
    }

    /** The cluster in the view of each event loop. */
    public Collection<LoopCluster> clusters() {
        return List.copyOf(clusters.values());
    }

    /** The threads that own every socket, watched from outside. */
    public LoopWatch loopWatch() {
        return loops.watch();
    }

    /** The shared limits of statements over several shards. */
    public Scatters scatters() {
        return scatters;
    }

    public SessionRegistry sessions() {
        return registry;
    }

    /** A snapshot of every loop's pools, each taken on its own loop. */
    public CompletionStage<List<PoolSnapshot>> pools() {
        return onEachLoop(cluster -> cluster.pools().snapshots())
                .thenApply(loops -> loops.stream().flatMap(List::stream).toList());
    }

    /** What statements have cost since the start, or since {@link #resetDigests}: the shape that took most time first. */
    public CompletionStage<List<StatementDigest>> digests() {
        return onEachLoop(cluster -> cluster.digests().copies()).thenApplyAsync(LoopDigests::merged);
    }

    /** Forgets what statements have cost. */
    public CompletionStage<Void> resetDigests() {
        return onEachLoop(cluster -> {
                    cluster.digests().reset();
                    return List.of();
                })
                .thenAccept(all -> {});
    }

    /** What each loop has, taken on the loop itself; nothing of one that is busy for too long. */
    private <T> CompletableFuture<List<List<T>>> onEachLoop(Function<LoopCluster, List<T>> what) {
        List<CompletableFuture<List<T>>> pictures = new ArrayList<>();
        clusters.forEach((loop, cluster) -> {
            CompletableFuture<List<T>> picture = new CompletableFuture<>();
            loop.execute(() -> picture.complete(what.apply(cluster)));
            pictures.add(picture.completeOnTimeout(List.of(), LOOP_ANSWER_SECONDS, TimeUnit.SECONDS));
        });
        return CompletableFuture.allOf(pictures.toArray(new CompletableFuture<?>[0]))
                .thenApply(all -> pictures.stream().map(CompletableFuture::join).toList());
    }

    /** Called on the source's thread: reads the secrets, hands the snapshot to every loop and waits. */
    private void adopt(Topology topology) {
        synchronized (adopting) {
            latest = topology;
            edition++;
            handOut(topology);
        }
    }

    /** The generation that every event loop plans with. */
    public long adoptedGeneration() {
        return planned.topology().generation();
    }

    /** The catalog that every event loop plans with. */
    public Catalog catalog() {
        return planned.catalog();
    }

    /** Whether every event loop plans with this topology. */
    public boolean plansWith(Topology topology) {
        return planned.topology().equals(topology);
    }

    /**
     * Called when the schema has changed: every loop plans with the new one soon. Blocks for as long as a loop is busy.
     */
    public void schemaChanged() {
        synchronized (adopting) {
            if (!closed) {
                handOut(latest);
            }
        }
    }

    /**
     * Called when a server has refused an account, whose secret may be another by now: the next logins use that. Blocks
     * as {@link #schemaChanged} does.
     */
    public void readSecretsAgain() {
        synchronized (adopting) {
            if (!closed && !passwords(latest).equals(handedOut)) {
                handOut(latest);
            }
        }
    }

    /** Called when a server has stopped answering: statements don't use connections from before. Doesn't block. */
    public void doubt(Server server) {
        clusters.forEach((loop, cluster) -> loop.execute(() -> cluster.pools().doubt(server)));
    }

    private void handOut(Topology topology) {
        ClusterSnapshot next = snapshot(topology);
        List<CompletableFuture<?>> adopted = new ArrayList<>();
        List<CompletableFuture<?>> olderEnded = new ArrayList<>();
        clusters.forEach((loop, cluster) -> {
            CompletableFuture<CompletionStage<Void>> taken =
                    CompletableFuture.supplyAsync(() -> cluster.adopt(next), loop);
            adopted.add(taken);
            olderEnded.add(taken.thenCompose(Function.identity()));
        });
        // No deadline: operations rely on the served generation as proof that no statement uses an older topology.
        CompletableFuture.allOf(olderEnded.toArray(new CompletableFuture<?>[0])).thenRun(() -> nowServes(next));
        // No deadline either, only the wait below has one: a slow loop adopts the topology later.
        CompletableFuture<Void> byAll = CompletableFuture.allOf(adopted.toArray(new CompletableFuture<?>[0]))
                .thenRun(() -> nowPlansWith(next));
        try {
            byAll.get(LOOP_ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
            log.atError()
                    .addKeyValue("generation", topology.generation())
                    .setCause(e)
                    .log("Not every event loop has adopted the topology");
        }
    }

    private synchronized void nowPlansWith(ClusterSnapshot next) {
        if (next.edition() >= planned.edition()) {
            planned = next;
            long generation = next.topology().generation();
            adoptedListener.accept(generation);
            log.atInfo().addKeyValue("generation", generation).log("Every event loop plans with the topology");
        }
    }

    private synchronized void nowServes(ClusterSnapshot next) {
        if (next.edition() > served.edition()) {
            served = next;
            long generation = next.topology().generation();
            servedListener.accept(generation);
            log.atInfo().addKeyValue("generation", generation).log("Nothing is under an older topology any more");
        }
    }

    /** @param listener gets the generation served now, and each later one, on any thread; it must not block */
    public synchronized void onServed(LongConsumer listener) {
        servedListener = listener;
        listener.accept(servedGeneration());
    }

    /** @param listener gets the generation adopted now, and each later one, on any thread; it must not block */
    public synchronized void onAdopted(LongConsumer listener) {
        adoptedListener = listener;
        listener.accept(adoptedGeneration());
    }

    private ClusterSnapshot snapshot(Topology topology) {
        handedOut = passwords(topology);
        return new ClusterSnapshot(topology, topology.toCatalog(edition).with(schema.get()), handedOut);
    }

    private Map<String, String> passwords(Topology topology) {
        Map<String, String> passwords = new HashMap<>();
        for (Account account : topology.accounts().values()) {
            try {
                passwords.put(account.name(), secrets.resolve(account.secret()));
            } catch (Secrets.SecretMissing e) {
                log.atError()
                        .addKeyValue("account", account.name())
                        .addKeyValue("reason", e.getMessage())
                        .log("An account has no password");
            }
        }
        return passwords;
    }

    /** Asks the other loops, one after the other, until one has closed an idle connection. */
    private void askOthersForRoom(EventLoop asking, Server server, boolean urgent) {
        List<LoopCluster> others = new ArrayList<>();
        clusters.forEach((loop, cluster) -> {
            if (loop != asking) {
                others.add(cluster);
            }
        });
        askNext(others, 0, server, urgent);
    }

    private static void askNext(List<LoopCluster> others, int index, Server server, boolean urgent) {
        if (index < others.size()) {
            LoopPools pools = others.get(index).pools();
            pools.loop().execute(() -> {
                if (!pools.makeRoom(server, urgent)) {
                    askNext(others, index + 1, server, urgent);
                }
            });
        }
    }

    /** Stops accepting clients and lets the sessions end: {@link ClientListener#drain}. Blocks. */
    public void drain(Duration timeout, BooleanSupplier hurried) {
        listener.drain(timeout, hurried);
    }

    /** Ends every session and connection; waits a few seconds at most. */
    @Override
    public void close() {
        closed = true;
        subscription.cancel();
        listener.close();
        List<CompletableFuture<Void>> closed = new ArrayList<>();
        clusters.forEach((loop, cluster) ->
                closed.add(CompletableFuture.runAsync(() -> cluster.pools().close(), loop)));
        try {
            CompletableFuture.allOf(closed.toArray(new CompletableFuture<?>[0]))
                    .get(LOOP_ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
            log.warn("Not every pool has closed", e);
        }
        planning.close();
        loops.close();
    }
}
