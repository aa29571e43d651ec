package io.pinion.server.bootstrap;

import io.pinion.config.source.AwaitGeneration;
import io.pinion.config.source.SourceStatus;
import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.control.OperationControl;
import io.pinion.operations.server.watch.PairHealth;
import io.pinion.operations.work.Workers;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.catalog.ExhaustedTable;
import io.pinion.routing.plan.PlanText;
import io.pinion.routing.plan.PreviousDiagnostics;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.planner.RoutePlanner;
import io.pinion.server.PinionServer;
import io.pinion.server.admin.AdminAnswer;
import io.pinion.server.admin.AdminCommands;
import io.pinion.server.admin.AdminContext;
import io.pinion.server.admin.ProxyList;
import io.pinion.server.admin.ProxyView;
import io.pinion.server.digest.StatementDigest;
import io.pinion.server.execution.AdminStatements;
import io.pinion.server.frontend.ClientSession;
import io.pinion.server.frontend.SessionRegistry;
import io.pinion.server.observe.AuditLog;
import io.pinion.server.observe.AuditLog.AuditedStatement;
import io.pinion.server.observe.CertificateSnapshot;
import io.pinion.server.observe.InDoubtSnapshot;
import io.pinion.server.observe.PoolSnapshot;
import io.pinion.server.observe.ServerSnapshot;
import io.pinion.server.observe.SessionSnapshot;
import io.pinion.server.observe.TrafficRates;
import io.pinion.server.pairs.ServerChecks;
import io.pinion.server.scatter.Scatters;
import io.pinion.server.schema.SchemaStatus;
import io.pinion.server.schema.SchemaWatch;
import io.pinion.server.xa.ClientBranches;
import io.pinion.server.xa.PreparedBranch;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Lets the data path run admin statements, and admin statements see the running proxy. */
final class AdminService implements AdminStatements, ProxyView {
    /** The servers of a topology with hundreds of pairs are asked one after another. */
    private static final int ACCOUNTS_SECONDS = 5;

    /** More than ZooKeeper takes of a topology document; such statements are read on event loops. */
    private static final int MOST_CHARACTERS = 2 << 20;

    /** Of users without the admin right: the statement is read on the event loop, where others wait. */
    private static final int MOST_CHARACTERS_OF_USERS = 64 << 10;

    private static final int MOST_WAITING_FOR_PLANS = 100;

    /** Everybody may ask for the plan of a text of any length, which an event loop must not stand still for. */
    private final Workers explaining = new Workers("pinion-explain-route", 1, MOST_WAITING_FOR_PLANS);

    private final AdminCommands commands;

    private final OpenedTopology topology;
    private final SessionRegistry sessions;
    private final ServerChecks checks;
    private final Supplier<RoutePlanner> planners;
    private final TrafficRates rates;
    private final SchemaWatch schema;
    private final Workflows workflows;
    private final ClusterProxies proxies;
    private final ClientBranches branches;
    private final AuditLog audit;
    private final Supplier<List<CertificateSnapshot>> certificates;
    private final Runnable stop;

    private volatile @Nullable PinionServer server;
    private volatile Supplier<List<InDoubtSnapshot>> inDoubt = List::of;

    /** @param stop asks the command that runs this process to stop it; doesn't block */
    AdminService(
            AdminCommands commands,
            OpenedTopology topology,
            SessionRegistry sessions,
            ServerChecks checks,
            Supplier<RoutePlanner> planners,
            TrafficRates rates,
            Supplier<List<CertificateSnapshot>> certificates,
            SchemaWatch schema,
            Workflows workflows,
            ClusterProxies proxies,
            ClientBranches branches,
            AuditLog audit,
            Runnable stop) {
        this.commands = commands;
        this.topology = topology;
        this.sessions = sessions;
        this.checks = checks;
        this.planners = planners;
        this.rates = rates;
        this.schema = schema;
        this.workflows = workflows;
        this.proxies = proxies;
        this.branches = branches;
        this.audit = audit;
        this.certificates = certificates;
        this.stop = stop;
    }

    /** The server exists later than this service, because its sessions are given the service. */
    void open(PinionServer running) {
        server = running;
    }

    /** Recovery exists later, too. */
    void watch(Supplier<List<InDoubtSnapshot>> unfinished) {
        inDoubt = unfinished;
    }

    @Override
    public CompletionStage<Outcome> run(String sql, SessionView session) {
        int most = session.admin() ? MOST_CHARACTERS : MOST_CHARACTERS_OF_USERS;
        if (sql.length() > most) {
            return CompletableFuture.completedStage(new Outcome.Failure(new ServerError(
                    ErrorCode.NET_PACKET_TOO_LARGE,
                    "a statement that Pinion itself answers has at most " + most + " characters")));
        }
        long begun = System.nanoTime();
        return commands.execute(sql, new AdminContext(session, this)).thenApply(answer -> {
            record(sql, session, answer, System.nanoTime() - begun);
            return outcome(answer);
        });
    }

    private void record(String sql, SessionView session, AdminAnswer answer, long nanos) {
        boolean unread = answer instanceof AdminAnswer.Failed failed && failed.code() == ErrorCode.PARSE_ERROR.number();
        commands.audited(sql, session.admin(), unread)
                .map(masked -> new AuditedStatement(
                        session.userName(), session.clientHost(), session.connectionId(), masked, nanos))
                .ifPresent(statement -> {
                    switch (answer) {
                        case AdminAnswer.Answered answered -> audit.done(statement);
                        case AdminAnswer.Failed(int code, String state, String message) ->
                            audit.failed(statement, code, unread ? "" : message);
                    }
                });
    }

    private static Outcome outcome(AdminAnswer answer) {
        return switch (answer) {
            case AdminAnswer.Answered(var rows) -> new Outcome.Answer(rows);
            case AdminAnswer.Failed(int code, String state, String message) ->
                new Outcome.Failure(new ServerError(code, state, message));
        };
    }

    @Override
    public Topology topology() {
        return topology.source().current();
    }

    @Override
    public SourceStatus topologyStatus() {
        return topology.source().status();
    }

    @Override
    public SchemaStatus schemaStatus() {
        return schema.status();
    }

    @Override
    public Set<ExhaustedTable> exhaustedTables() {
        return schema.known().exhausted();
    }

    @Override
    public CompletionStage<Void> adopted(long generation) {
        return AwaitGeneration.of(this::adoptedGeneration, generation);
    }

    @Override
    public CompletionStage<SchemaStatus> readSchema() {
        return schema.readAll();
    }

    @Override
    public List<InDoubtSnapshot> inDoubt() {
        return inDoubt.get();
    }

    @Override
    public CompletionStage<List<PreparedBranch>> preparedBranches(String pair) {
        return branches.on(pair);
    }

    @Override
    public CompletionStage<SchemaStatus> readSchema(long generation) {
        return adopted(generation).thenCompose(adopted -> schema.readTables());
    }

    private long adoptedGeneration() {
        PinionServer running = server;
        return running == null ? Long.MAX_VALUE : running.adoptedGeneration();
    }

    @Override
    public OperationControl operations() {
        return workflows.all();
    }

    @Override
    public TrafficRates rates() {
        return rates;
    }

    @Override
    public CompletionStage<String> explain(String sql, SessionView session) {
        return explaining.ask(() -> plan(sql, session));
    }

    /** The text came as characters, so it is planned as if the client spoke UTF-8. */
    private String plan(String sql, SessionView session) {
        SessionView utf8 = new SessionView(
                session.database(),
                session.sqlMode(),
                "utf8mb4",
                "utf8mb4",
                session.lastInsertId(),
                session.userName(),
                session.clientHost(),
                session.connectionId(),
                session.admin(),
                // Another thread asks than the session's.
                () -> PreviousDiagnostics.ON_SERVER,
                session.rights(),
                session.textStatements(),
                SessionView.Connection.LOCAL,
                Optional.empty());
        // By the catalog of the proxy's own statements, since their plans are in one cache.
        return PlanText.of(planners.get().plan(running().catalog(), utf8, sql.getBytes(StandardCharsets.UTF_8)));
    }

    private PinionServer running() {
        PinionServer running = server;
        if (running == null) {
            throw new IllegalStateException("the proxy is starting; ask again");
        }
        return running;
    }

    @Override
    public Scatters scatters() {
        return running().scatters();
    }

    @Override
    public List<ServerSnapshot> servers() {
        return topology().servers().keySet().stream().map(checks.contacts()::of).toList();
    }

    @Override
    public PairHealth health(Pair pair) {
        return checks.health(pair);
    }

    @Override
    public List<String> problems(Pair pair) {
        return checks.problems(pair);
    }

    @Override
    public List<String> accountProblems() {
        return workflows.accounts().problems();
    }

    @Override
    public List<String> accountProblems(Account account) {
        return workflows.accounts().problemsOf(account);
    }

    @Override
    public CompletionStage<Boolean> accountsLookedAfter() {
        return workflows
                .accounts()
                .lookedAt()
                .thenApply(done -> true)
                .toCompletableFuture()
                .completeOnTimeout(false, ACCOUNTS_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public List<CertificateSnapshot> certificates() {
        return certificates.get();
    }

    @Override
    public CompletionStage<List<PoolSnapshot>> pools() {
        PinionServer running = server;
        return running == null ? CompletableFuture.completedStage(List.of()) : running.pools();
    }

    @Override
    public CompletionStage<List<StatementDigest>> digests() {
        PinionServer running = server;
        return running == null ? CompletableFuture.completedStage(List.of()) : running.digests();
    }

    @Override
    public CompletionStage<Void> resetDigests() {
        PinionServer running = server;
        return running == null ? CompletableFuture.completedStage(null) : running.resetDigests();
    }

    @Override
    public CompletionStage<List<SessionSnapshot>> sessions() {
        return sessions.snapshots();
    }

    @Override
    public boolean isConnected(long session) {
        return sessions.session(session) != null;
    }

    @Override
    public void kill(long id, boolean queryOnly) {
        ClientSession session = sessions.session(id);
        if (session == null) {
            return;
        }
        if (queryOnly) {
            session.killStatement();
        } else {
            session.end();
        }
    }

    @Override
    public void shutDown() {
        stop.run();
    }

    @Override
    public CompletionStage<ProxyList> proxies() {
        return proxies.listed();
    }
}
