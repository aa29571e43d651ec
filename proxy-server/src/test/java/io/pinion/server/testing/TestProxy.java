package io.pinion.server.testing;

import io.pinion.config.network.Networks;
import io.pinion.config.settings.ScatterSettings;
import io.pinion.config.source.SourceStatus;
import io.pinion.config.source.TopologySource;
import io.pinion.config.source.TopologyStore;
import io.pinion.config.topology.Account;
import io.pinion.config.topology.Admission;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.User;
import io.pinion.operations.server.ServerAccess;
import io.pinion.protocol.auth.CachingSha2Password;
import io.pinion.protocol.auth.NativePassword;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.Collation;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.KnownSchema;
import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.ScatterPolicy;
import io.pinion.routing.planner.StatementPlanner;
import io.pinion.server.PinionServer;
import io.pinion.server.ServerSettings;
import io.pinion.server.backend.PoolLimits;
import io.pinion.server.backend.ServingLease;
import io.pinion.server.backend.login.BackendTls;
import io.pinion.server.eventloop.EventLoops.Transport;
import io.pinion.server.execution.AdminStatements;
import io.pinion.server.execution.context.Execution;
import io.pinion.server.execution.context.SchemaStatements;
import io.pinion.server.frontend.ClientEncryption;
import io.pinion.server.frontend.ClientLimits;
import io.pinion.server.frontend.ListeningPlaces;
import io.pinion.server.frontend.LoginDelays;
import io.pinion.server.frontend.LoginTurns;
import io.pinion.server.frontend.SaltedPasswords;
import io.pinion.server.frontend.ServerIdentity;
import io.pinion.server.frontend.ServerTls;
import io.pinion.server.frontend.SessionRegistry;
import io.pinion.server.frontend.SessionServices;
import io.pinion.server.frontend.SocketFile;
import io.pinion.server.observe.PoolObserver;
import io.pinion.server.observe.SessionObserver;
import io.pinion.server.observe.StatementRecord;
import io.pinion.server.sequence.Sequences;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A whole proxy in front of servers that the test has: pair {@code pair1} is the first of them, and so on. */
public final class TestProxy implements AutoCloseable {
    public static final String USER = "app";
    public static final String PASSWORD = "app-password";

    /** Changing tables on all shards takes a whole proxy with its journal. */
    private static final SchemaStatements NO_SCHEMA_CHANGES = (change, session, answer, error) -> {
        error.accept(new ServerError(1235, "42000", "not in this test"));
        return Execution.NONE;
    };

    private final List<StatementRecord> records = new CopyOnWriteArrayList<>();
    private final ManualSource source;
    private final Sequences sequences;
    private final PinionServer server;

    private TestProxy(Builder builder) {
        source = new ManualSource(
                builder.topology != null
                        ? builder.topology
                        : topology(1, builder.primaries, builder.keyspaces, builder.account, builder.users));
        SessionServices services = new SessionServices(
                new ServerIdentity(
                        "10.11.0-pinion",
                        45,
                        builder.capabilities.with(Capabilities.COMPRESS),
                        collation -> collation.knownTo() == Collation.KnownTo.BOTH),
                builder.clientLimits,
                builder.encryption,
                builder.loginDelays,
                new LoginTurns(),
                new SaltedPasswords(),
                new SecureRandom(),
                new SessionRegistry(builder.maxSessions),
                builder.admin,
                NO_SCHEMA_CHANGES,
                builder.sessionObserver,
                builder.recording ? records::add : record -> {});
        sequences = new Sequences(
                new ServerAccess(new Secrets(Map.of("PASSWORD", builder.accountPassword)::get), Map::of),
                builder.sequenceBlock);
        server = new PinionServer(
                new ServerSettings(
                        new ListeningPlaces(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                                builder.sharesPort,
                                builder.balancers,
                                Optional.ofNullable(builder.socketFile)),
                        builder.transport,
                        builder.loops,
                        builder.maxConnections,
                        builder.poolLimits,
                        () -> builder.backendTls,
                        builder.scatter),
                source,
                builder.planner,
                new Secrets(Map.of("PASSWORD", builder.accountPassword)::get),
                services,
                PoolObserver.NONE,
                sequences,
                () -> KnownSchema.NOTHING,
                ServingLease.FOR_EVER);
    }

    public static Builder inFrontOf(ScriptedServer... servers) {
        Builder builder = new Builder();
        for (int i = 0; i < servers.length; i++) {
            builder.primary("pair" + (i + 1), "127.0.0.1", servers[i].port());
        }
        return builder;
    }

    public static Builder builder() {
        return new Builder();
    }

    public int port() {
        return server.address().getPort();
    }

    public PinionServer server() {
        return server;
    }

    /** What the statement observer was told. */
    public List<StatementRecord> records() {
        return records;
    }

    /** Serves another topology; returns when every event loop has it. */
    public void adopt(Map<String, Server> primaries) {
        source.adopt(topology(
                source.current().generation() + 1,
                primaries,
                source.current().keyspaces(),
                source.current().account(Account.DATA).orElseThrow().user(),
                source.current().users()));
    }

    /** Serves the same topology with other users; returns when every event loop has it. */
    public void adoptUsers(User... users) {
        Topology before = source.current();
        Map<String, User> byName = new LinkedHashMap<>();
        for (User user : users) {
            byName.put(user.name(), user);
        }
        source.adopt(new Topology(
                before.generation() + 1,
                before.cluster(),
                before.servers(),
                before.pairs(),
                before.keyspaces(),
                before.knownAnswers(),
                before.homePair(),
                byName,
                before.accounts()));
    }

    /** Serves another topology; returns when every event loop has it. */
    public void adopt(Topology next) {
        source.adopt(next);
    }

    /** Serves a next generation of the topology, in which ranges have changed; returns when every event loop has it. */
    public void adoptRanges(String keyspace, UnaryOperator<RangeTable> change) {
        Topology before = source.current();
        Keyspace.Sharded sharded = (Keyspace.Sharded) before.keyspace(keyspace).orElseThrow();
        source.adopt(before.withKeyspace(sharded.withRanges(change.apply(sharded.ranges())))
                .withGeneration(before.generation() + 1));
    }

    @Override
    public void close() {
        server.close();
        sequences.close();
    }

    /** A user with both verifiers, who may do everything. */
    public static User user(String name, String password) {
        byte[] bytes = password.getBytes(StandardCharsets.UTF_8);
        return new User(
                name,
                Optional.of(HexFormat.of().formatHex(new NativePassword().verifier(bytes))),
                Optional.of(HexFormat.of().formatHex(new CachingSha2Password().verifier(bytes))),
                Optional.empty(),
                Set.of(User.ALL_KEYSPACES),
                true,
                false,
                Account.DATA,
                Admission.FREE,
                ScatterPolicy.FREE);
    }

    /** The test's user, who must come so. */
    public static User user(Admission admission) {
        User usual = user(USER, PASSWORD);
        return new User(
                usual.name(),
                usual.nativeVerifier(),
                usual.sha2Verifier(),
                Optional.empty(),
                usual.keyspaces(),
                usual.admin(),
                usual.readsOnly(),
                usual.account(),
                admission,
                ScatterPolicy.FREE);
    }

    private static Topology topology(
            long generation,
            Map<String, Server> primaries,
            Map<String, Keyspace> keyspaces,
            String account,
            Map<String, User> users) {
        Map<String, Server> servers = new LinkedHashMap<>();
        Map<String, Pair> pairs = new LinkedHashMap<>();
        primaries.forEach((pair, primary) -> {
            servers.put(primary.name(), primary);
            pairs.put(pair, new Pair(pair, primary, Optional.empty()));
        });
        return new Topology(
                generation,
                "test",
                servers,
                pairs,
                keyspaces,
                Map.of(),
                Optional.of("pair1"),
                users,
                Map.of(Account.DATA, new Account(Account.DATA, account, "env:PASSWORD")));
    }

    /** What a test may change before the proxy starts. */
    public static final class Builder {
        private final Map<String, Server> primaries = new LinkedHashMap<>();
        private final Map<String, Keyspace> keyspaces = new LinkedHashMap<>();
        private final Map<String, User> users = new LinkedHashMap<>(Map.of(USER, TestProxy.user(USER, PASSWORD)));
        private String account = "pinion";
        private String accountPassword = "pinion-password";
        private Supplier<StatementPlanner> planner = TestPlanner::new;
        private boolean sharesPort;
        private AdminStatements admin = (sql, session) -> CompletableFuture.completedFuture(
                new AdminStatements.Outcome.Failure(new ServerError(1064, "42000", "no admin statements here")));
        private ClientLimits clientLimits = ClientLimits.DEFAULT;
        private LoginDelays loginDelays = new LoginDelays(0, 0);
        private SessionObserver sessionObserver = SessionObserver.NONE;
        private PoolLimits poolLimits = PoolLimits.DEFAULT;
        private Transport transport = Transport.of("auto");
        private BackendTls backendTls = BackendTls.OFF;
        private ScatterSettings scatter = ScatterSettings.DEFAULT;
        private int sequenceBlock = 1_000;
        private ClientEncryption encryption = ClientEncryption.NONE;
        private @Nullable Topology topology;
        private Networks balancers = Networks.NONE;
        private @Nullable SocketFile socketFile;
        private Capabilities capabilities = Capabilities.of();
        private int maxSessions = 1_000;
        private int maxConnections = 100;
        private int loops = 1;
        private boolean recording = true;

        public Builder primary(String pair, String host, int port) {
            primaries.put(pair, new Server(pair + "A", host, port));
            return this;
        }

        public Builder keyspace(Keyspace keyspace) {
            keyspaces.put(keyspace.name(), keyspace);
            return this;
        }

        /** Instead of servers and users one by one. */
        public Builder topology(Topology whole) {
            topology = whole;
            return this;
        }

        public Builder user(User user) {
            users.put(user.name(), user);
            return this;
        }

        public Builder account(String user, String password) {
            account = user;
            accountPassword = password;
            return this;
        }

        /** What is offered since the servers have it. */
        public Builder capabilities(Capabilities ofServers) {
            capabilities = ofServers;
            return this;
        }

        /** @param planners makes one for each event loop */
        public Builder planner(Supplier<StatementPlanner> planners) {
            planner = planners;
            return this;
        }

        public Builder clientLimits(ClientLimits limits) {
            clientLimits = limits;
            return this;
        }

        public Builder loginDelays(LoginDelays delays, SessionObserver observer) {
            loginDelays = delays;
            sessionObserver = observer;
            return this;
        }

        public Builder poolLimits(PoolLimits limits) {
            poolLimits = limits;
            return this;
        }

        public Builder transport(Transport how) {
            transport = how;
            return this;
        }

        public Builder sharingPort() {
            sharesPort = true;
            return this;
        }

        public Builder tls(ServerTls serverTls) {
            return encryption(new ClientEncryption(() -> serverTls, false));
        }

        public Builder encryption(ClientEncryption ofClients) {
            encryption = ofClients;
            return this;
        }

        public Builder backendTls(BackendTls how) {
            backendTls = how;
            return this;
        }

        /** How many numbers of a sequence it takes at a time. */
        public Builder sequenceBlock(int numbers) {
            sequenceBlock = numbers;
            return this;
        }

        public Builder scatter(ScatterSettings settings) {
            scatter = settings;
            return this;
        }

        /** Those that send PROXY headers. */
        public Builder balancers(Networks networks) {
            balancers = networks;
            return this;
        }

        public Builder socketFile(SocketFile file) {
            socketFile = file;
            return this;
        }

        public Builder admin(AdminStatements statements) {
            admin = statements;
            return this;
        }

        public Builder maxSessions(int max) {
            maxSessions = max;
            return this;
        }

        public Builder maxConnections(int max) {
            maxConnections = max;
            return this;
        }

        /** Millions of statements would fill the memory. */
        public Builder withoutRecords() {
            recording = false;
            return this;
        }

        public Builder loops(int count) {
            loops = count;
            return this;
        }

        public TestProxy start() {
            return new TestProxy(this);
        }
    }

    /** Changes when the test says so. */
    private static final class ManualSource implements TopologySource {
        private final List<TopologyListener> listeners = new CopyOnWriteArrayList<>();
        private volatile Topology current;

        ManualSource(Topology first) {
            current = first;
        }

        void adopt(Topology next) {
            current = next;
            listeners.forEach(listener -> listener.adopt(next));
        }

        @Override
        public Topology current() {
            return current;
        }

        @Override
        public SourceStatus status() {
            throw new UnsupportedOperationException("tests of the data path don't ask");
        }

        @Override
        public Subscription subscribe(TopologyListener listener) {
            listeners.add(listener);
            listener.adopt(current);
            return () -> listeners.remove(listener);
        }

        @Override
        public TopologyStore store() {
            throw new UnsupportedOperationException("tests of the data path don't ask");
        }

        @Override
        public void close() {
            listeners.clear();
        }
    }
}
