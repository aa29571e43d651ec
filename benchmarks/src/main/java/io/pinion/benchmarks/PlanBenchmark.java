package io.pinion.benchmarks;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.Colocation;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.Rights;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.plan.LastInsertId;
import io.pinion.routing.plan.PreviousDiagnostics;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.planner.PlanCache;
import io.pinion.routing.planner.RoutePlanner;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.ParameterValue;
import io.pinion.routing.text.Parameters;
import io.pinion.routing.text.lexer.SqlDialect;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** From a statement's bytes to its plan when the template is cached: tokenise, look up, bind, and rewrite if need be. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class PlanBenchmark {
    private static final int SPREAD = 1024;

    private final Catalog catalog = catalog();
    private final SessionView inPinterest = session("pinterest");
    private final SessionView inLegacy = session("legacy");
    private final RoutePlanner planner = new RoutePlanner(
            new PlanCache(10_000),
            FingerprintKey.draw(new SecureRandom()),
            SqlDialect.MARIADB,
            101119,
            new SplittableRandom(1));

    /** Different values each time, as an application sends them: one template, many ids. */
    private final byte[][] byId = new byte[SPREAD][];

    private final byte[] prepared = bytes("SELECT id, data FROM pins WHERE id = ?");
    private final Parameters[] ids = new Parameters[SPREAD];
    private final byte[] single = bytes("SELECT c FROM sbtest1 WHERE id=4711");
    private final byte[] physical = bytes("SELECT data FROM db03429.pins WHERE local_id=7075733");
    private int next;

    public PlanBenchmark() {
        for (int i = 0; i < SPREAD; i++) {
            byId[i] = bytes("SELECT id, data FROM pins WHERE id = " + (241294492511762325L + i));
            ids[i] = Parameters.of(List.of(new ParameterValue.Int(241294492511762325L + i)));
        }
    }

    private static Catalog catalog() {
        RangeTable ranges =
                new RangeTable(List.of(ShardRange.of(0, 2047, "MySQL001"), ShardRange.of(2048, 4095, "MySQL002")));
        Table pins =
                new Table.ObjectTable("pins", 1, Colocation.parse("data.board_id"), Table.ObjectTable.DEFAULT_COLUMNS);
        return new Catalog(
                1,
                List.of(
                        new Keyspace.Id("pinterest", DatabasePattern.parse("db%05d"), ranges, Map.of("pins", pins)),
                        new Keyspace.Single("legacy", "MySQL001")),
                Optional.of("MySQL001"));
    }

    private static SessionView session(String database) {
        return new SessionView(
                Optional.of(database),
                SessionView.SqlModeFlags.DEFAULT,
                "utf8mb4",
                "utf8mb4",
                LastInsertId.ON_SERVER,
                "app",
                "127.0.0.1",
                1,
                false,
                () -> PreviousDiagnostics.ON_SERVER,
                Rights.EVERYTHING,
                Set.of(),
                SessionView.Connection.LOCAL,
                Optional.empty());
    }

    private static byte[] bytes(String sql) {
        return sql.getBytes(StandardCharsets.UTF_8);
    }

    /** The whole of routing for a point select by global id, its rewritten text included. */
    @Benchmark
    public RoutePlan pointSelectById() {
        return planner.plan(catalog, inPinterest, byId[next++ & (SPREAD - 1)]);
    }

    /** The same with the id bound to a parameter: each execution of a prepared statement. */
    @Benchmark
    public RoutePlan pointSelectByBoundId() {
        return planner.plan(catalog, inPinterest, prepared, ids[next++ & (SPREAD - 1)]);
    }

    @Benchmark
    public RoutePlan pointSelectOfSingleKeyspace() {
        return planner.plan(catalog, inLegacy, single);
    }

    @Benchmark
    public RoutePlan pointSelectByPhysicalName() {
        return planner.plan(catalog, inPinterest, physical);
    }
}
