package io.pinion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.cli.advise.AdviceDocuments;
import io.pinion.cli.advise.SchemaDump;
import io.pinion.cli.advise.SlowLog;
import io.pinion.cli.advise.StatementLog;
import io.pinion.cli.advise.StatementsFile;
import io.pinion.config.topology.Reading;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import io.pinion.routing.advice.Advisor;
import io.pinion.routing.advice.LoggedStatement;
import io.pinion.routing.advice.Proposal;
import io.pinion.routing.advice.StatementScope;
import io.pinion.routing.advice.UnshardedSchema;
import io.pinion.routing.advice.UnshardedSchemaReader;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.KnownSchema;
import io.pinion.routing.catalog.Rights;
import io.pinion.routing.plan.LastInsertId;
import io.pinion.routing.plan.PlanText;
import io.pinion.routing.plan.PreviousDiagnostics;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.planner.PlanCache;
import io.pinion.routing.planner.RoutePlanner;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.lexer.SqlDialect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * What {@code pinion advise} says of each statement of a log is what a proxy then does that has the written keyspace in its
 * topology: the beginning of the plan's text, as EXPLAIN ROUTE shows it, tells.
 */
class AdviseAgreementTest {
    private static final Path LOGS = Path.of("src/test/resources/advise");

    @Test
    void ofWordPress() throws Exception {
        agrees("wordpress", new StatementsFile(LOGS.resolve("wordpress/statements.sql")), SqlDialect.MARIADB, 101106);
    }

    @Test
    void ofTpcC() throws Exception {
        agrees("tpcc", new SlowLog(LOGS.resolve("tpcc/slow.log")), SqlDialect.MYSQL, 80403);
    }

    @Test
    void ofDjango() throws Exception {
        agrees("django", new SlowLog(LOGS.resolve("django/slow.log")), SqlDialect.MARIADB, 101106);
    }

    private static void agrees(String name, StatementLog log, SqlDialect dialect, int version) throws Exception {
        SchemaDump dump = SchemaDump.read(LOGS.resolve(name).resolve("schema.sql"));
        UnshardedSchema schema =
                UnshardedSchemaReader.read(dump.definitions(), dump.database(), "unnamed", dialect, version);
        Advisor advisor = new Advisor(
                schema,
                dialect,
                version,
                "utf8mb4",
                new Proposal.Layout(4096, List.of("MySQL001", "MySQL002")),
                Advisor.USUAL_SHAPES);
        List<LoggedStatement> statements = new ArrayList<>();
        log.read(statements::add, new HashSet<>());
        statements.forEach(advisor::learn);
        Catalog catalog = catalog(AdviceDocuments.keyspace(advisor.propose()), schema);
        RoutePlanner planner = new RoutePlanner(
                new PlanCache(1000), new FingerprintKey(3, 4), dialect, version, new SplittableRandom(9));

        assertThat(statements).hasSizeGreaterThan(400).allSatisfy(statement -> {
            SessionView session = session(statement.database().orElse(schema.database()));
            RoutePlan plan = planner.plan(catalog, session, statement.sql());
            if (plan instanceof RoutePlan.Numbered numbered) {
                plan = planner.planNumbered(session, numbered, 7);
            }
            assertThat(advisor.judge(statement))
                    .as(new String(statement.sql(), StandardCharsets.UTF_8))
                    .isEqualTo(shown(PlanText.of(plan)));
        });
    }

    /** As a proxy has it, once it has read the tables from a shard. */
    private static Catalog catalog(String keyspaces, UnshardedSchema schema) {
        Reading reading = new TopologyReader().read("""
                        {"cluster": "main", "servers": {"a": "10.0.0.1:3306", "b": "10.0.0.2:3306"},
                         "pairs": {"MySQL001": {"primary": "a"}, "MySQL002": {"primary": "b"}},
                         "keyspaces": %s, "home": "MySQL001",
                         "accounts": {"data": {"user": "pinion", "secret": "env:PASSWORD"}}}
                        """.formatted(keyspaces));
        Topology topology = ((Reading.Accepted) reading).topology();
        Map<String, KnownSchema.KnownTable> tables = new HashMap<>();
        schema.tables().forEach((name, table) -> tables.put(name, table.known()));
        return topology.toCatalog()
                .with(new KnownSchema(
                        1,
                        Map.of(
                                schema.database(),
                                new KnownSchema.KnownKeyspace("utf8mb4", "utf8mb4_general_ci", tables)),
                        Map.of()));
    }

    private static StatementScope shown(String plan) {
        if (plan.startsWith("single shard")) {
            return StatementScope.ONE_SHARD;
        } else if (plan.startsWith("scatter over") || plan.contains("\nmerge: the first's, if all are equal")) {
            return StatementScope.ALL_SHARDS;
        } else if (plan.startsWith("fan-out over")) {
            return StatementScope.FEW_SHARDS;
        } else if (plan.startsWith("gather on")) {
            return StatementScope.GATHERED;
        } else if (plan.startsWith("refused")) {
            return StatementScope.REFUSED;
        } else if (plan.startsWith("find rows") || plan.startsWith("read rows")) {
            boolean all = plan.contains("\n    scatter over");
            return all ? StatementScope.ALL_SHARDS : StatementScope.FEW_SHARDS;
        }
        return StatementScope.NO_SHARD;
    }

    private static SessionView session(String database) {
        return new SessionView(
                Optional.of(database),
                SessionView.SqlModeFlags.DEFAULT,
                "utf8mb4",
                "utf8mb4",
                new LastInsertId.Known(5),
                "app",
                "10.0.0.9",
                77,
                false,
                () -> PreviousDiagnostics.ON_SERVER,
                Rights.EVERYTHING,
                Set.of(),
                SessionView.Connection.LOCAL,
                Optional.empty());
    }
}
