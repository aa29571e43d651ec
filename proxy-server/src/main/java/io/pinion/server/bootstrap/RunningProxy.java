package io.pinion.server.bootstrap;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.pinion.config.settings.HttpSettings;
import io.pinion.config.settings.LogSettings;
import io.pinion.config.settings.Settings;
import io.pinion.config.source.RegisteredProxy;
import io.pinion.config.source.TopologySource;
import io.pinion.config.source.TopologyUnavailable;
import io.pinion.config.topology.Secrets;
import io.pinion.operations.account.AccountWatch;
import io.pinion.operations.journal.Task;
import io.pinion.operations.queue.Queues;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.work.Workers;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.routing.planner.PlanCache;
import io.pinion.routing.planner.RoutePlanner;
import io.pinion.routing.planner.ServerModes;
import io.pinion.routing.text.AdminOpenings;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.server.PinionServer;
import io.pinion.server.admin.AdminCommands;
import io.pinion.server.backend.ServingLease;
import io.pinion.server.frontend.LoginTurns;
import io.pinion.server.frontend.OfferedCapabilities;
import io.pinion.server.frontend.SaltedPasswords;
import io.pinion.server.frontend.ServerIdentity;
import io.pinion.server.frontend.SessionRegistry;
import io.pinion.server.frontend.SessionServices;
import io.pinion.server.http.HttpEndpoint;
import io.pinion.server.observe.AuditLog;
import io.pinion.server.observe.LoginFailureLog;
import io.pinion.server.observe.Metrics;
import io.pinion.server.observe.Metrics.LoopDelay;
import io.pinion.server.observe.ServerContacts;
import io.pinion.server.observe.SessionObserver;
import io.pinion.server.observe.ShapeLog;
import io.pinion.server.observe.StatementObserver;
import io.pinion.server.pairs.AutomaticPromotions;
import io.pinion.server.pairs.FirstGreeting;
import io.pinion.server.pairs.GlobalModes;
import io.pinion.server.pairs.ServerChecks;
import io.pinion.server.pairs.ServerVersion;
import io.pinion.server.schema.SchemaService;
import io.pinion.server.schema.SchemaWatch;
import io.pinion.server.sequence.Sequences;
import io.pinion.server.xa.ClientBranches;
import io.pinion.server.xa.XaRecovery;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One proxy process from its settings: where the topology comes from, the data path, admin statements, metrics and health.
 *
 * <p>Start order: health first, so that a start that waits for ZooKeeper can be watched; then the topology, the data path,
 * and last the entry in the cluster's list of proxies. Stop order is the reverse.
 */
public final class RunningProxy implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RunningProxy.class);

    /** utf8mb4_general_ci, which every server knows. */
    private static final int GREETING_COLLATION = 45;

    /** Long beside what a reading costs; what changes by a statement through Pinion is read at once. */
    private static final Duration READ_SCHEMA_EVERY = Duration.ofMinutes(1);

    private static final Duration SCHEMA_TIMEOUT = Duration.ofSeconds(3);
    private static final Duration XA_TIMEOUT = Duration.ofSeconds(3);
    private static final int POOLS_SECONDS = 2;

    private static final int MAX_TEMPLATES = 20_000;

    private final Settings settings;
    private final Secrets secrets;
    private final String version;

    private final StartedParts parts = new StartedParts();
    private final SaltedPasswords passwords = new SaltedPasswords();
    private final Metrics metrics = new Metrics();
    private final ProxyReadiness readiness = new ProxyReadiness();
    private final CompletableFuture<Void> stopWanted = new CompletableFuture<>();
    private Optional<HttpEndpoint> http = Optional.empty();
    private volatile @Nullable PinionServer server;
    private volatile boolean hurried;

    /** The name in the cluster's list and in the journal. */
    private volatile String name;

    private RunningProxy(Settings settings, Secrets secrets, String version) {
        this.settings = settings;
        this.secrets = secrets;
        this.version = version;
        this.name = ProxyEntry.expectedName(settings);
    }

    /**
     * Returns when clients can connect.
     *
     * @param version of Pinion
     * @throws TopologyUnavailable when there is no topology to start with
     * @throws IOException when the port for metrics is taken or a certificate can't be read
     * @throws java.io.UncheckedIOException when the port for clients is taken
     */
    public static RunningProxy start(Settings settings, Secrets secrets, String version)
            throws TopologyUnavailable, IOException {
        RunningProxy proxy = new RunningProxy(settings, secrets, version);
        try {
            proxy.open();
            return proxy;
        } catch (TopologyUnavailable | IOException | RuntimeException e) {
            proxy.close();
            throw e;
        }
    }

    private void open() throws TopologyUnavailable, IOException {
        parts.add(metrics);
        if (settings.http().enabled()) {
            http = Optional.of(parts.add(httpEndpoint(settings.http())));
        }
        OpenedTopology topology = parts.add(OpenedTopology.open(settings));
        parts.add(new MetricsClock(metrics, topology.source()));
        ServerVersion servers = new FirstGreeting(
                        topology.source()::current, settings.listener().serverVersion())
                .await(() -> readiness.waitsFor(FirstGreeting.UNKNOWN));
        openDataPath(topology, servers);
    }

    private HttpEndpoint httpEndpoint(HttpSettings page) throws IOException {
        try {
            return new HttpEndpoint(
                    new InetSocketAddress(page.address(), page.port()),
                    metrics::scrape,
                    readiness::missing,
                    readiness::problems);
        } catch (BindException e) {
            throw new IOException(
                    "port " + page.port() + " can't be opened for metrics and health: " + e.getMessage()
                            + "; choose another with --http-port or http.port",
                    e);
        }
    }

    private void openDataPath(OpenedTopology topology, ServerVersion servers) throws IOException {
        TopologySource source = topology.source();
        ServerModes modes = new ServerModes();
        AdminCommands commands = new AdminCommands();
        Supplier<RoutePlanner> planners = planners(servers, modes, commands.openings());
        ServerChecks checks = new ServerChecks(
                new ServerContacts(metrics.connections()),
                servers,
                new GlobalModes(source::current, modes),
                source::current);
        Certificates certificates = parts.add(Certificates.open(settings));
        ServerAccess access = new ServerAccess(secrets, certificates.jdbcProperties(), checks);
        SchemaWatch schema = parts.add(SchemaWatch.start(source::current, access, READ_SCHEMA_EVERY, SCHEMA_TIMEOUT));
        ClusterProxies proxies = parts.add(new ClusterProxies(topology));
        Workflows workflows = Workflows.start(
                parts,
                commands.operations(),
                topology,
                access,
                proxies,
                settings,
                checks::standing,
                checks::findings,
                () -> name);
        checks.explainWork(pair -> workflows.running().withLock(Task.pairLock(pair.name())));
        watch(checks, workflows, schema, source);
        ClientBranches branches = parts.add(new ClientBranches(source::current, access));
        SessionRegistry sessions = new SessionRegistry(settings.limits().maxSessions());
        AdminService admin = new AdminService(
                commands,
                topology,
                sessions,
                checks,
                planners,
                metrics.rates(),
                certificates::snapshots,
                schema,
                workflows,
                proxies,
                branches,
                new AuditLog(() -> name),
                () -> stopWanted.completeAsync(() -> null));
        Sequences sequences = parts.add(new Sequences(access, settings.limits().sequenceBlock()));
        parts.add(source.subscribe(sequences::adopted)::cancel);
        PinionServer running = parts.add(new PinionServer(
                SettingsMapping.serverSettings(settings, certificates),
                source,
                planners::get,
                secrets,
                services(
                        servers,
                        certificates,
                        sessions,
                        admin,
                        new SchemaService(workflows.all().schema(), source, schema),
                        schema),
                checks.contacts(),
                sequences,
                schema::known,
                topology.lease().<ServingLease>map(lease -> lease::holds).orElse(ServingLease.FOR_EVER)));
        follow(topology, schema, checks, workflows.accounts(), running);
        RegisteredProxy entry = ProxyEntry.of(settings, running, version);
        name = entry.name();
        proxies.runs(() -> entry.withAdopted(running.adoptedGeneration())
                .withServed(running.servedGeneration())
                .withLearned(schema.status().generation()));
        admin.open(running);
        admin.watch(recovery(topology, proxies, access, running)::inDoubt);
        Optional<AutomaticPromotions> automatic =
                PairWatch.start(parts, topology, access, proxies, settings.pairs(), workflows.promotions(), checks);
        serve(topology, running);
        register(topology, running, schema, entry, automatic);
    }

    /** One for each thread that plans; what they learn of statements is in one cache. */
    private static Supplier<RoutePlanner> planners(ServerVersion servers, ServerModes modes, AdminOpenings openings) {
        PlanCache cache = new PlanCache(MAX_TEMPLATES);
        FingerprintKey key = FingerprintKey.draw(new SecureRandom());
        return () -> new RoutePlanner(
                cache, key, servers.dialect(), servers.number(), new SplittableRandom(), modes, openings);
    }

    /** What the proxy finds wrong with servers, accounts and tables goes to metrics and health. */
    private void watch(ServerChecks checks, Workflows workflows, SchemaWatch schema, TopologySource source) {
        AccountWatch accounts = workflows.accounts();
        Queues queues = workflows.all().queues();
        metrics.watchServers(() -> checks.pictures(source.current()));
        metrics.watchIds(() -> schema.exhausted().size());
        metrics.watchQueues(() -> queues.problems().size());
        readiness.tells(() -> Stream.of(
                        checks.problems(source.current()), accounts.problems(), schema.exhausted(), queues.problems())
                .flatMap(List::stream)
                .toList());
    }

    private SessionServices services(
            ServerVersion servers,
            Certificates certificates,
            SessionRegistry sessions,
            AdminService admin,
            SchemaService changes,
            SchemaWatch schema) {
        LogSettings log = settings.log();
        long packing = settings.listener().compression() ? Capabilities.COMPRESS : 0;
        return new SessionServices(
                new ServerIdentity(
                        settings.listener().serverVersion().orElse(servers.announced()),
                        GREETING_COLLATION,
                        OfferedCapabilities.of(servers.capabilities()).with(packing),
                        servers::knows),
                SettingsMapping.clientLimits(settings),
                certificates.clients(),
                SettingsMapping.loginDelays(settings.limits()),
                new LoginTurns(),
                passwords,
                new SecureRandom(),
                sessions,
                admin,
                changes,
                SessionObserver.all(metrics.connections(), new LoginFailureLog(log.loginFailureLinesPerSecond())),
                StatementObserver.all(
                        metrics.queries(), schema, new ShapeLog(log.slowStatement(), log.slowLinesPerSecond())));
    }

    /** New topologies and tables reach the event loops. */
    private void follow(
            OpenedTopology topology,
            SchemaWatch schema,
            ServerChecks checks,
            AccountWatch accounts,
            PinionServer running) {
        TopologySource source = topology.source();
        Workers secretsAgain = parts.add(new Workers("pinion-secrets", 1, 1));
        checks.onSilence(running::doubt);
        checks.contacts().onRefusal(() -> {
            accounts.lookSoon();
            try {
                secretsAgain.execute(running::readSecretsAgain);
            } catch (RejectedExecutionException soon) {
                // One that hasn't begun yet reads them for this refusal, too.
            }
        });
        topology.lease().ifPresent(lease -> lease.keepWhile(() -> running.plansWith(source.current())));
        schema.onChange(running::schemaChanged);
        running.schemaChanged();
        parts.add(source.subscribe(adopted -> schema.readSoon())::cancel);
        parts.add(source.subscribe(adopted -> passwords.keep(adopted.users().values()))::cancel);
    }

    private XaRecovery recovery(
            OpenedTopology topology, ClusterProxies proxies, ServerAccess access, PinionServer running) {
        XaRecovery recovery = parts.add(XaRecovery.start(
                topology.source()::current,
                access,
                running.xaNames(),
                proxies::processes,
                XaRecovery.Timing.DEFAULT,
                metrics::branchesRecovered,
                XA_TIMEOUT));
        metrics.watchBranches(() -> recovery.inDoubt().size());
        return recovery;
    }

    private void serve(OpenedTopology topology, PinionServer running) {
        server = running;
        readiness.serves(topology.lease(), running.loopWatch()::late);
        parts.add(() -> {
            readiness.closes();
            server = null;
        });
        // Metrics without pools are better than none.
        metrics.watchPools(() -> running.pools()
                .toCompletableFuture()
                .completeOnTimeout(List.of(), POOLS_SECONDS, TimeUnit.SECONDS)
                .exceptionally(failed -> List.of())
                .join());
        metrics.watchLoops(() -> running.loopWatch().loops().stream()
                .map(loop -> new LoopDelay(loop.number(), loop.longestNanos() / 1e9))
                .toList());
        metrics.watchScatters(
                running.scatters().unnamed()::running,
                running.scatters().unnamed()::waiting,
                running.scatters().memory()::held);
        if (ByteBufAllocator.DEFAULT instanceof ByteBufAllocatorMetricProvider allocator) {
            metrics.watchBuffers(allocator);
        }
    }

    /** Tells the cluster of this proxy, and counts the topologies that it takes. */
    private void register(
            OpenedTopology topology,
            PinionServer running,
            SchemaWatch schema,
            RegisteredProxy entry,
            Optional<AutomaticPromotions> automatic) {
        topology.registry().map(registry -> parts.add(registry.register(entry))).ifPresent(registration -> {
            running.onAdopted(generation -> registration.update(stated -> stated.withAdopted(generation)));
            running.onServed(generation -> registration.update(stated -> stated.withServed(generation)));
            schema.onLearned(generation -> registration.update(stated -> stated.withLearned(generation)));
            automatic.ifPresent(
                    promoting -> promoting.start(servers -> registration.update(stated -> stated.withSilent(servers))));
        });
        parts.add(
                topology.source()
                                .subscribe(adopted ->
                                        metrics.topologyAdopted(adopted.generation(), System.currentTimeMillis()))
                        ::cancel);
    }

    /** Where clients connect. */
    public InetSocketAddress address() {
        PinionServer running = server;
        if (running == null) {
            throw new IllegalStateException("the proxy is closed");
        }
        return running.address();
    }

    /** Where metrics and health are; empty when the settings have none. */
    public Optional<InetSocketAddress> httpAddress() {
        return http.map(HttpEndpoint::address);
    }

    /** Completed when a client asks for it by SHUTDOWN; whoever runs the process stops it then. */
    public CompletionStage<Void> stopWanted() {
        return stopWanted;
    }

    /**
     * Takes no more clients and is not ready any more; returns when those there are have ended what they had begun, at the
     * latest after {@code listener.drain_timeout}. {@link #close} must follow. Blocks.
     */
    public void drain() {
        readiness.drains();
        PinionServer running = server;
        if (running != null) {
            Duration timeout = settings.listener().drainTimeout();
            LOG.atInfo()
                    .addKeyValue("sessions", running.sessions().size())
                    .addKeyValue("timeout", timeout)
                    .log("draining: no more clients, those there are may end what they have begun");
            running.drain(timeout, () -> hurried);
            LOG.atInfo().addKeyValue("sessions", running.sessions().size()).log("drained: whoever is left is ended");
        }
    }

    /** {@link #drain} waits no longer. Any thread may call it. */
    public void hurry() {
        hurried = true;
    }

    /** Ends every session and stops all threads; waits some seconds at most. Doing it twice is harmless. */
    @Override
    public void close() {
        parts.close();
    }
}
