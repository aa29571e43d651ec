package io.pinion.server.admin;

import io.pinion.config.document.Problem;
import io.pinion.config.settings.ScatterSettings;
import io.pinion.config.source.RegisteredProxy;
import io.pinion.config.source.SourceStatus;
import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Reading;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import io.pinion.operations.control.OperationControl;
import io.pinion.operations.server.replication.GtidSet;
import io.pinion.operations.server.replication.Lag;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.operations.server.replication.Standing;
import io.pinion.operations.server.watch.PairHealth;
import io.pinion.operations.server.watch.ServerClock;
import io.pinion.operations.server.watch.ServerReport;
import io.pinion.operations.server.watch.ServerRoom;
import io.pinion.routing.catalog.ExhaustedTable;
import io.pinion.routing.plan.PlanText;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.planner.PlanCache;
import io.pinion.routing.planner.RoutePlanner;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.digest.SampleDigests;
import io.pinion.server.digest.StatementDigest;
import io.pinion.server.observe.CertificateSnapshot;
import io.pinion.server.observe.InDoubtSnapshot;
import io.pinion.server.observe.PoolSnapshot;
import io.pinion.server.observe.QueryMetrics;
import io.pinion.server.observe.ScatterOutcome;
import io.pinion.server.observe.ServerSnapshot;
import io.pinion.server.observe.SessionSnapshot;
import io.pinion.server.observe.StatementGroup;
import io.pinion.server.observe.StatementRecord;
import io.pinion.server.observe.TrafficRates;
import io.pinion.server.scatter.Scatters;
import io.pinion.server.schema.SchemaStatus;
import io.pinion.server.testing.Planners;
import io.pinion.server.xa.PreparedBranch;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A proxy in which everything that admin commands show happens, and nothing else. */
public class FakeProxy implements ProxyView {
    /** What a KILL has ended. */
    String killed = "";

    private final Topology topology;
    private final TrafficRates rates;
    private final RoutePlanner planner =
            Planners.make(new PlanCache(100), new FingerprintKey(1, 2), SqlDialect.MARIADB, 101119);

    /** The topology of the manual's transcripts. */
    public static String document() {
        try (InputStream document =
                Objects.requireNonNull(FakeProxy.class.getResourceAsStream("/admin/topology.json"))) {
            return new String(document.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public FakeProxy() {
        this(document());
    }

    private FakeProxy(String topologyJson) {
        topology = switch (new TopologyReader().read(topologyJson)) {
            case Reading.Accepted accepted -> accepted.topology();
            case Reading.Refused refused -> throw new IllegalArgumentException(refused.text());
        };
        QueryMetrics metrics = new QueryMetrics();
        rates = new TrafficRates(metrics);
        rates.tick(0);
        count(metrics, "pinterest", "MySQL001", 1204);
        count(metrics, "pinterest", "MySQL002", 987);
        count(metrics, "lookup", "MySQL001", 13);
        rates.tick(1_000_000_000L);
    }

    private static void count(QueryMetrics metrics, String keyspace, String pair, int statements) {
        for (int i = 0; i < statements; i++) {
            String database = keyspace.equals("pinterest") ? "db0000" + i % 7 % 3 : "";
            metrics.ended(new StatementRecord(
                    StatementGroup.SELECT, keyspace, pair, database, 1, 0, () -> "SELECT ?", ScatterOutcome.NONE));
        }
    }

    @Override
    public Topology topology() {
        return topology;
    }

    @Override
    public SourceStatus topologyStatus() {
        return new SourceStatus(
                "zookeeper zk1:2181/pinion/main",
                SourceStatus.State.CONNECTED,
                Instant.parse("2026-01-01T00:00:00Z"),
                7,
                12,
                Instant.parse("2026-01-01T08:30:00.250Z"),
                "zookeeper zk1:2181/pinion/main",
                Optional.of("the newest document has errors"),
                List.of(new Problem(
                        Problem.Severity.ERROR,
                        "keyspaces.pinterest.ranges[1].pair",
                        25,
                        "there is no pair called MySQL003",
                        "did you mean MySQL002?")));
    }

    @Override
    public CompletionStage<Void> adopted(long generation) {
        return CompletableFuture.completedStage(null);
    }

    @Override
    public List<InDoubtSnapshot> inDoubt() {
        return List.of(new InDoubtSnapshot(
                "MySQL002",
                "pinion:1f0a3c5d:77aa0102:00000000000000ab:1c",
                "00000000000000ab",
                Instant.parse("2026-01-01T08:30:07Z"),
                "pair MySQL001, where its outcome is written, can't be asked: Connection refused"));
    }

    @Override
    public CompletionStage<List<PreparedBranch>> preparedBranches(String pair) {
        return CompletableFuture.completedStage(List.of(new PreparedBranch(
                1, "t1".getBytes(StandardCharsets.US_ASCII), "b~a172cedcae47".getBytes(StandardCharsets.US_ASCII))));
    }

    @Override
    public Set<ExhaustedTable> exhaustedTables() {
        return Set.of();
    }

    @Override
    public SchemaStatus schemaStatus() {
        List<String> findings = List.of("pinterest.pins.data is longtext, the topology states mediumtext");
        return new SchemaStatus(7, Instant.parse("2026-01-01T08:31:00Z"), 3, findings, findings, Map.of());
    }

    @Override
    public CompletionStage<SchemaStatus> readSchema() {
        return CompletableFuture.completedStage(schemaStatus());
    }

    @Override
    public CompletionStage<SchemaStatus> readSchema(long generation) {
        return readSchema();
    }

    @Override
    public Scatters scatters() {
        return new Scatters(ScatterSettings.DEFAULT, 100);
    }

    @Override
    public OperationControl operations() {
        return new FakeOperations(topology);
    }

    @Override
    public TrafficRates rates() {
        return rates;
    }

    @Override
    public CompletionStage<String> explain(String sql, SessionView session) {
        return CompletableFuture.completedStage(
                PlanText.of(planner.plan(topology.toCatalog(), session, sql.getBytes(StandardCharsets.UTF_8))));
    }

    @Override
    public List<ServerSnapshot> servers() {
        return List.of(
                new ServerSnapshot("MySQL001A", ServerSnapshot.State.UP, ""),
                new ServerSnapshot("MySQL001B", ServerSnapshot.State.UP, ""),
                new ServerSnapshot("MySQL002A", ServerSnapshot.State.DOWN, "error 2003 (nobody listens there)"));
    }

    @Override
    public PairHealth health(Pair pair) {
        ReplicationHealth following =
                new ReplicationHealth(true, true, true, "", OptionalLong.of(0), OptionalLong.empty());
        if (pair.name().equals("MySQL001")) {
            return new PairHealth(
                    pair,
                    Optional.of(report(11, false, following)),
                    Optional.of(report(12, true, following)),
                    new Standing(Optional.of(new Lag(Duration.ofNanos(420_000), false)), Optional.of(GtidSet.EMPTY)));
        }
        ReplicationHealth alone = new ReplicationHealth(
                true,
                false,
                true,
                "Can't connect to server on 'db2a.example.com' (111)",
                OptionalLong.empty(),
                OptionalLong.empty());
        return new PairHealth(pair, Optional.empty(), Optional.of(report(22, true, alone)), Standing.UNKNOWN);
    }

    @Override
    public List<String> accountProblems() {
        return List.of();
    }

    @Override
    public List<String> accountProblems(Account account) {
        return List.of();
    }

    @Override
    public CompletionStage<Boolean> accountsLookedAfter() {
        return CompletableFuture.completedStage(true);
    }

    @Override
    public List<String> problems(Pair pair) {
        List<String> problems = new ArrayList<>(health(pair).problems());
        if (pair.name().equals("MySQL002")) {
            problems.addFirst(
                    "server MySQL002A (" + pair.primary().address() + ") is down: error 2003 (nobody listens there)");
        }
        return problems;
    }

    private static ServerReport report(long serverId, boolean fenced, ReplicationHealth replication) {
        return new ServerReport(
                "10.11.19-MariaDB",
                serverId,
                fenced,
                false,
                0,
                new ServerClock(Instant.EPOCH, 0, Duration.ZERO),
                GtidSet.EMPTY,
                Optional.of(replication),
                List.of(),
                new ServerRoom(120, 2_000, false),
                "",
                List.of());
    }

    @Override
    public List<CertificateSnapshot> certificates() {
        return List.of(new CertificateSnapshot(
                "clients",
                Optional.of("CN=pinion.example.com"),
                Optional.of(Instant.parse("2026-04-01T12:00:00Z")),
                Instant.parse("2026-01-01T08:30:00Z"),
                Optional.of("the key in /etc/pinion/key.pem is not that of the first certificate in"
                        + " /etc/pinion/cert.pem")));
    }

    @Override
    public CompletionStage<List<PoolSnapshot>> pools() {
        return CompletableFuture.completedStage(List.of(
                new PoolSnapshot("MySQL001", "MySQL001A", "data", 0, 3, 5, 0, 0, 200),
                new PoolSnapshot("MySQL001", "MySQL001A", "data", 1, 2, 4, 1, 0, 200),
                new PoolSnapshot("MySQL002", "MySQL002A", "data", 0, 0, 0, 1, 7, 200)));
    }

    @Override
    public void shutDown() {}

    @Override
    public void kill(long session, boolean queryOnly) {
        killed = (queryOnly ? "query of " : "") + session;
    }

    @Override
    public boolean isConnected(long session) {
        return true;
    }

    @Override
    public CompletionStage<List<StatementDigest>> digests() {
        return CompletableFuture.completedStage(SampleDigests.ofADay());
    }

    @Override
    public CompletionStage<Void> resetDigests() {
        return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<List<SessionSnapshot>> sessions() {
        return CompletableFuture.completedStage(List.of(
                new SessionSnapshot(
                        12,
                        "app",
                        "10.0.9.4:51320",
                        "pinterest",
                        "ready",
                        1_900,
                        "",
                        false,
                        "a temporary table",
                        List.of("MySQL001A"),
                        88,
                        "",
                        "mysqldump"),
                new SessionSnapshot(
                        11,
                        "admin",
                        "127.0.0.1:51318",
                        "",
                        "running",
                        0,
                        "",
                        false,
                        "",
                        List.of(),
                        3,
                        "SHOW PROCESSLIST",
                        "")));
    }

    @Override
    public CompletionStage<ProxyList> proxies() {
        List<RegisteredProxy> proxies = List.of(
                new RegisteredProxy(
                        "proxy-b",
                        "10.0.2.2:3306",
                        "0.1.0",
                        Instant.ofEpochSecond(1_767_225_600),
                        7,
                        6,
                        7,
                        "b",
                        Optional.empty(),
                        Set.of()),
                new RegisteredProxy(
                        "proxy-a",
                        "10.0.2.1:3306",
                        "0.1.0",
                        Instant.ofEpochSecond(1_767_222_000),
                        7,
                        7,
                        7,
                        "a",
                        Optional.empty(),
                        Set.of()));
        return CompletableFuture.completedStage(new ProxyList(
                proxies,
                Instant.ofEpochSecond(1_767_229_200),
                Map.of("proxy-c", Instant.ofEpochSecond(1_767_229_140))));
    }
}
