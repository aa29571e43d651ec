package io.pinion.server.bootstrap;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.pinion.config.settings.HttpSettings;
import io.pinion.config.settings.LimitSettings;
import io.pinion.config.settings.ListenerSettings;
import io.pinion.config.settings.LogSettings;
import io.pinion.config.settings.PairSettings;
import io.pinion.config.settings.PoolSettings;
import io.pinion.config.settings.Settings;
import io.pinion.config.source.ProxyRegistration;
import io.pinion.config.source.RegisteredProxy;
import io.pinion.config.source.TopologyLease;
import io.pinion.config.source.TopologyUnavailable;
import io.pinion.config.topology.Secrets;
import io.pinion.operations.account.AccountSync;
import io.pinion.operations.account.AccountWatch;
import io.pinion.operations.control.Operations;
import io.pinion.operations.copy.CopyBounds;
import io.pinion.operations.copy.CopySpeed;
import io.pinion.operations.move.MoveTimeouts;
import io.pinion.operations.move.Moves;
import io.pinion.operations.move.WaitingMoves;
import io.pinion.operations.opening.OpeningTimeouts;
import io.pinion.operations.opening.Openings;
import io.pinion.operations.promotion.PromotionTimeouts;
import io.pinion.operations.promotion.Promotions;
import io.pinion.operations.schema.SchemaOperations;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.watch.ServerWatch;
import io.pinion.operations.standby.Replacements;
import io.pinion.operations.verify.Verifications;
import io.pinion.protocol.frame.Packing;
import io.pinion.routing.planner.ServerModes;
import io.pinion.server.PinionServer;
import io.pinion.server.ServerSettings;
import io.pinion.server.admin.AdminCommands;
import io.pinion.server.backend.PoolLimits;
import io.pinion.server.backend.ServingLease;
import io.pinion.server.eventloop.EventLoops.Transport;
import io.pinion.server.execution.context.StatementPlanner;
import io.pinion.server.frontend.ClientLimits;
import io.pinion.server.frontend.ListeningPlaces;
import io.pinion.server.frontend.OfferedCapabilities;
import io.pinion.server.frontend.ServerIdentity;
import io.pinion.server.frontend.SessionRegistry;
import io.pinion.server.frontend.SessionServices;
import io.pinion.server.frontend.SocketFile;
import io.pinion.server.http.HttpEndpoint;
import io.pinion.server.observe.Metrics;
import io.pinion.server.observe.ScatterLog;
import io.pinion.server.observe.ServerContacts;
import io.pinion.server.observe.SlowQueryLog;
import io.pinion.server.observe.StatementObserver;
import io.pinion.server.pairs.AutomaticPromotions;
import io.pinion.server.pairs.FirstGreeting;
import io.pinion.server.pairs.GlobalModes;
import io.pinion.server.pairs.RestartedPrimaries;
import io.pinion.server.pairs.ReturnedPrimaries;
import io.pinion.server.pairs.ServerChecks;
import io.pinion.server.pairs.ServerVersion;
import io.pinion.server.schema.SchemaService;
import io.pinion.server.schema.SchemaWatch;
import io.pinion.server.sequence.Sequences;
import io.pinion.server.xa.ClientBranches;
import io.pinion.server.xa.XaRecovery;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
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

    /** Short beside the time that a person needs to look. */
    private static final Duration ASK_SERVERS_EVERY = Duration.ofSeconds(2);

    /** Long beside what a reading costs; what changes by a statement through Pinion is read at once. */
    private static final Duration READ_SCHEMA_EVERY = Duration.ofMinutes(1);

    private static final Duration SCHEMA_PATIENCE = Duration.ofSeconds(3);

    /** For what somebody changes on a server by hand; what the topology changes is done at once. */
    private static final Duration LOOK_AT_ACCOUNTS_EVERY = Duration.ofSeconds(10);

    private static final Duration XA_PATIENCE = Duration.ofSeconds(3);

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private final Metrics metrics = new Metrics();
    private volatile @Nullable PinionServer server;
    private volatile Supplier<List<String>> pairProblems = List::of;
    private final CompletableFuture<Void> stopWanted = new CompletableFuture<>();
    private Optional<AutomaticPromotions> automatic = Optional.empty();
    private volatile Optional<TopologyLease> lease = Optional.empty();

    /** What the cluster's list and the journal call this proxy; before its port is open, by what the settings say of it. */
    private volatile String name = "";

    /** Why clients can't be served before the server is open. */
    private volatile String missing = "no topology yet, or the listener is not open";

    private volatile boolean draining;
    private volatile boolean hurried;
    private Duration drainTimeout = Duration.ZERO;
    private @Nullable HttpEndpoint http;

    private RunningProxy() {}

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
        RunningProxy proxy = new RunningProxy();
        try {
            proxy.open(settings, secrets, version);
            return proxy;
        } catch (TopologyUnavailable | IOException | RuntimeException e) {
            proxy.close();
            throw e;
        }
    }

    private void open(Settings settings, Secrets secrets, String version) throws TopologyUnavailable, IOException {
        drainTimeout = settings.listener().drainTimeout();
        parts.push(metrics);
        HttpSettings page = settings.http();
        if (page.enabled()) {
            HttpEndpoint endpoint = httpEndpoint(page);
            parts.push(endpoint);
            http = endpoint;
        }
        OpenedTopology topology = OpenedTopology.open(settings);
        parts.push(topology);
        lease = topology.lease();
        parts.push(new MetricsClock(metrics, topology.source()));
        PinionServer running = dataPath(settings, secrets, topology, version);
        parts.push(running);
        server = running;
        parts.push(() -> server = null);
        metrics.watchPools(() -> PoolPictures.of(running));
        metrics.watchScatters(
                running.scatters().unnamed()::running,
                running.scatters().unnamed()::waiting,
                running.scatters().memory()::held);
        if (ByteBufAllocator.DEFAULT instanceof ByteBufAllocatorMetricProvider allocator) {
            metrics.watchBuffers(allocator);
        }
        register(topology, running, thisProxy(settings, running, version));
    }

    private HttpEndpoint httpEndpoint(HttpSettings page) throws IOException {
        try {
            return new HttpEndpoint(
                    new InetSocketAddress(page.address(), page.port()),
                    metrics::scrape,
                    this::missing,
                    this::pairProblems);
        } catch (BindException e) {
            throw new IOException(
                    "port " + page.port() + " can't be opened for metrics and health: " + e.getMessage()
                            + "; choose another with --http-port or http.port",
                    e);
        }
    }

    private PinionServer dataPath(Settings settings, Secrets secrets, OpenedTopology topology, String version)
            throws IOException {
        ServerVersion servers = new FirstGreeting(
                        topology.source()::current, settings.listener().serverVersion())
                .await(() -> missing = FirstGreeting.UNKNOWN);
        ServerModes modes = new ServerModes();
        AdminCommands commands = new AdminCommands();
        PlannerFactory planners = new PlannerFactory(servers, modes, commands.openings());
        ServerChecks checks = new ServerChecks(
                new ServerContacts(metrics.connections()), servers, new GlobalModes(topology.source()::current, modes));
        pairProblems = () -> checks.problems(topology.source().current());
        metrics.watchServers(() -> checks.pictures(topology.source().current()));
        LogSettings log = settings.log();
        Certificates certificates = Certificates.open(settings);
        parts.push(certificates);
        ServerAccess access = new ServerAccess(secrets, certificates.ownQuestions());
        SchemaWatch schema = SchemaWatch.start(topology.source()::current, access, READ_SCHEMA_EVERY, SCHEMA_PATIENCE);
        parts.push(schema);
        metrics.watchIds(() -> schema.exhausted().size());
        name = settings.topology()
                .name()
                .orElseGet(() -> ownName(
                        settings,
                        settings.listener().address() + ":"
                                + settings.listener().port()));
        SchemaOperations changes = new SchemaOperations(
                topology.source()::current, topology.source().store(), topology.journal(), access, () -> name);
        parts.push(changes);
        ClusterProxies proxies = new ClusterProxies(topology);
        parts.push(proxies);
        Promotions promotions = new Promotions(
                topology.source()::current,
                topology.source().store(),
                topology.journal(),
                access,
                proxies,
                PromotionTimeouts.DEFAULT,
                () -> name);
        parts.push(promotions);
        Verifications verifications = new Verifications(
                topology.source()::current,
                topology.journal(),
                access,
                changes::drift,
                new WaitingMoves(topology.journal()));
        parts.push(verifications);
        CopyBounds copies = copyBounds(settings.pairs());
        Replacements replacements = new Replacements(
                topology.source()::current, topology.source().store(), topology.journal(), access, copies, () -> name);
        parts.push(replacements);
        Moves moves = new Moves(
                topology.source()::current,
                topology.source().store(),
                topology.journal(),
                access,
                proxies,
                MoveTimeouts.DEFAULT,
                copies,
                () -> name);
        parts.push(moves);
        Openings openings = new Openings(
                topology.source()::current,
                topology.source().store(),
                topology.journal(),
                access,
                proxies,
                OpeningTimeouts.DEFAULT,
                copies,
                () -> name);
        parts.push(openings);
        AccountSync accountSync = new AccountSync(topology.source()::current, topology.journal(), access, () -> name);
        parts.push(accountSync);
        AccountWatch accounts = AccountWatch.start(topology.source()::current, accountSync, LOOK_AT_ACCOUNTS_EVERY);
        parts.push(accounts);
        parts.push(topology.source().subscribe(adopted -> accounts.lookSoon())::cancel);
        checks.contacts().onRefusal(accounts::lookSoon);
        pairProblems = () -> allProblems(
                Stream.of(checks.problems(topology.source().current()), accounts.problems(), schema.exhausted()));
        Operations operations = new Operations(
                topology.journal(), changes, promotions, moves, verifications, replacements, openings, accountSync);
        parts.push(operations);
        ClientBranches branches = new ClientBranches(topology.source()::current, access);
        parts.push(branches);
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
                operations,
                promotions,
                moves,
                proxies,
                accounts,
                branches);
        SessionServices services = new SessionServices(
                new ServerIdentity(
                        settings.listener().serverVersion().orElse(servers.announced()),
                        GREETING_COLLATION,
                        OfferedCapabilities.of(servers.capabilities())
                                .with(
                                        settings.listener().compression()
                                                ? Packing.usable().bits()
                                                : 0)),
                clientLimits(settings),
                certificates.clients(),
                new SecureRandom(),
                sessions,
                admin,
                new SchemaService(changes, topology.source(), schema),
                metrics.connections(),
                StatementObserver.all(
                        metrics.queries(),
                        schema,
                        new SlowQueryLog(log.slowStatement(), log.slowLinesPerSecond()),
                        new ScatterLog(log.slowLinesPerSecond())));
        Sequences sequences = new Sequences(access, settings.limits().sequenceBlock());
        parts.push(sequences);
        PinionServer running = new PinionServer(
                serverSettings(settings, certificates),
                topology.source(),
                () -> StatementPlanner.of(planners.make()),
                secrets,
                services,
                checks.contacts(),
                sequences,
                schema::known,
                topology.lease().<ServingLease>map(lease -> lease::holds).orElse(ServingLease.FOR_EVER));
        topology.lease()
                .ifPresent(lease -> lease.keepWhile(
                        () -> running.plansWith(topology.source().current())));
        schema.onChange(running::schemaChanged);
        running.schemaChanged();
        parts.push(topology.source().subscribe(adopted -> schema.readSoon())::cancel);
        RegisteredProxy started = thisProxy(settings, running, version);
        name = started.name();
        proxies.runs(() -> started.withAdopted(running.adoptedGeneration()).withGeneration(running.servedGeneration()));
        admin.open(running, () -> stopWanted.completeAsync(() -> null));
        XaRecovery recovery = XaRecovery.start(
                topology.source()::current,
                access,
                running.xaNames(),
                topology::processes,
                XaRecovery.Timing.DEFAULT,
                metrics.twoPhase()::recovered,
                XA_PATIENCE);
        parts.push(recovery);
        admin.watch(recovery::inDoubt);
        metrics.twoPhase().watch(() -> recovery.inDoubt().size());
        List<ServerWatch.Listener> listeners = new ArrayList<>(List.of(checks));
        // Without ZooKeeper no lock keeps proxies apart.
        if (settings.pairs().openRestartedPrimary() && topology.registry().isPresent()) {
            listeners.add(new RestartedPrimaries(topology.source()::current, promotions, checks::standbyAnswers));
        }
        settings.pairs()
                .promoteAutomatically()
                .time()
                .ifPresent(time -> listeners.addAll(promoteAutomatically(time, topology, promotions, proxies, checks)));
        parts.push(ServerWatch.start(
                topology.source()::current, access, ASK_SERVERS_EVERY, ServerWatch.Listener.all(listeners)));
        return running;
    }

    private static List<String> allProblems(Stream<List<String>> problems) {
        return problems.flatMap(List::stream).toList();
    }

    private static CopyBounds copyBounds(PairSettings pairs) {
        return new CopyBounds(CopySpeed.ofBytes(pairs.copySpeed().bytesPerSecond()), pairs.copyMaxRunning());
    }

    private List<ServerWatch.Listener> promoteAutomatically(
            Duration silence,
            OpenedTopology topology,
            Promotions promotions,
            ClusterProxies proxies,
            ServerChecks checks) {
        AutomaticPromotions promoting =
                new AutomaticPromotions(topology.source()::current, promotions, proxies, checks::health, silence);
        parts.push(promoting);
        automatic = Optional.of(promoting);
        checks.explainSilence(promoting::objection);
        List<ServerWatch.Listener> listeners = new ArrayList<>(promoting.listeners());
        listeners.add(new ReturnedPrimaries(topology.source()::current, promotions));
        return listeners;
    }

    private static ClientLimits clientLimits(Settings settings) {
        LimitSettings limits = settings.limits();
        return new ClientLimits(
                Math.toIntExact(limits.maxAllowedPacket().bytes()),
                settings.listener().loginTimeout().toMillis(),
                limits.writeTimeout().toMillis(),
                limits.readTimeout().toMillis(),
                limits.idleTimeout().toMillis(),
                limits.maxPreparedStatements());
    }

    private static ServerSettings serverSettings(Settings settings, Certificates certificates) {
        ListenerSettings listener = settings.listener();
        PoolSettings pool = settings.pool();
        return new ServerSettings(
                new ListeningPlaces(
                        new InetSocketAddress(listener.address(), listener.port()),
                        listener.reusePort(),
                        listener.proxyProtocolFrom(),
                        listener.unixSocket()
                                .map(path -> new SocketFile(
                                        path, PosixFilePermissions.fromString(listener.unixSocketMode())))),
                Transport.of(settings.eventLoops().transport().name().toLowerCase(Locale.ROOT)),
                settings.eventLoops().threadCount(),
                pool.maxConnectionsPerServer(),
                new PoolLimits(
                        pool.waitTimeout().toMillis(),
                        pool.maxWaiters(),
                        pool.idleTimeout().toMillis(),
                        Math.toIntExact(pool.connectTimeout().toMillis()),
                        pool.maxOpening(),
                        pool.silenceTimeout().toMillis()),
                certificates.servers(),
                settings.scatter());
    }

    /** Tells the cluster of this proxy, and counts the topologies that it takes. */
    private void register(OpenedTopology topology, PinionServer running, RegisteredProxy entry) {
        Optional<ProxyRegistration> registration = topology.registry().map(registry -> registry.register(entry));
        registration.ifPresent(parts::push);
        registration.ifPresent(open -> running.onAdopted(open::updateAdopted));
        registration.ifPresent(open -> running.onServed(open::updateServed));
        registration.ifPresent(open -> automatic.ifPresent(promoting -> promoting.start(open::updateSilent)));
        parts.push(
                topology.source().subscribe(adopted -> metrics.topology()
                        .adopted(adopted.generation(), System.currentTimeMillis()))::cancel);
    }

    private static RegisteredProxy thisProxy(Settings settings, PinionServer running, String version) {
        String address = hostName(running.address()) + ":" + running.address().getPort();
        return new RegisteredProxy(
                settings.topology().name().orElseGet(() -> ownName(settings, address)),
                address,
                version,
                Instant.now(),
                running.adoptedGeneration(),
                running.servedGeneration(),
                running.xaNames().proxy(),
                settings.pairs().promoteAutomatically().time().map(any -> Set.of()));
    }

    /** While one proxy takes a port over from another, both are there. */
    private static String ownName(Settings settings, String address) {
        return settings.listener().reusePort()
                ? address + "#" + ProcessHandle.current().pid()
                : address;
    }

    /** The address that clients of other machines can use: the host's name when the proxy listens on every address. */
    private static String hostName(InetSocketAddress listening) {
        if (!listening.getAddress().isAnyLocalAddress()) {
            return listening.getAddress().getHostAddress();
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    private List<String> missing() {
        if (draining) {
            return List.of("draining: this proxy is being stopped and takes no more clients");
        }
        if (server != null && lease.isPresent() && !lease.get().holds()) {
            return List.of("cut off from ZooKeeper: primaries may be replaced without this proxy's knowledge"
                    + " (pairs.promote_automatically), so that it refuses statements");
        }
        return server == null ? List.of(missing) : List.of();
    }

    private List<String> pairProblems() {
        return pairProblems.get();
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
        return Optional.ofNullable(http).map(HttpEndpoint::address);
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
        draining = true;
        PinionServer running = server;
        if (running != null) {
            LOG.atInfo()
                    .addKeyValue("sessions", running.sessions().size())
                    .addKeyValue("timeout", drainTimeout)
                    .log("draining: no more clients, those there are may end what they have begun");
            running.drain(drainTimeout, () -> hurried);
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
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception e) {
                // The other parts must still be stopped.
                LOG.atWarn().setCause(e).log("a part of the proxy did not stop cleanly");
            }
        }
    }
}
