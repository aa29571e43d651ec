package io.pinion.routing.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.text.AdminOpening;
import io.pinion.routing.text.AdminOpening.Behind;
import io.pinion.routing.text.AdminOpenings;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.ParameterValue;
import io.pinion.routing.text.Parameters;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.lexer.SqlDialect;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** A registered admin statement reaches Pinion, whatever kind of statement its first words make it. */
class AdminStatementsTest {
    private static final SessionView OPERATOR = TestSessions.of(List.of("use: pinterest", "as: admin"));
    private static final SessionView READER = TestSessions.of(List.of("use: pinterest", "as: admin", "only: reads"));

    private final Catalog catalog = DemoCatalog.demo();
    private final PlanCache cache = new PlanCache(100);

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "EMPTY")
    void everyKindMayBegin(StatementKind kind) {
        RoutePlanner planner = planner(false);
        String sql = "/* ops */ " + opening(kind).toLowerCase(Locale.ROOT) + " 7";

        assertThat(kindOf(planner, sql)).isEqualTo(kind);
        assertThat(planner.plan(catalog, OPERATOR, bytes(sql))).isEqualTo(new RoutePlan.Admin(sql));
        assertThat(planner.plan(catalog, OPERATOR, bytes(sql)))
                .as("a second time")
                .isEqualTo(new RoutePlan.Admin(sql));
        assertThat(cache.size()).isZero();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "EMPTY")
    void itsValuesAreWrittenIn(StatementKind kind) {
        RoutePlanner planner = planner(false);

        assertThat(planner.describe(catalog, OPERATOR, bytes(opening(kind) + " ?")))
                .isInstanceOf(RoutePlan.Admin.class);
        assertThat(planner.plan(
                        catalog,
                        OPERATOR,
                        bytes(opening(kind) + " ?"),
                        Parameters.of(List.of(new ParameterValue.Int(7)))))
                .isEqualTo(new RoutePlan.Admin(opening(kind) + " 7"));
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"EMPTY", "SHOW", "DESCRIBE", "EXPLAIN_ROUTE", "HELP", "KILL"})
    void aReadOnlyUserRunsThoseThatChangeNothing(StatementKind kind) {
        String sql = opening(kind) + " 7";

        assertThat(planner(true).plan(catalog, READER, bytes(sql))).isEqualTo(new RoutePlan.Admin(sql));
        assertThat(planner(false).plan(catalog, READER, bytes(sql))).isInstanceOf(RoutePlan.Refused.class);
    }

    /** A statement that is known to the plan cache pays nothing for the question. */
    @Test
    void otherStatementsOfTheKindAreKept() {
        RoutePlanner planner = planner(false);
        planner.plan(catalog, OPERATOR, bytes("SELECT data FROM pins WHERE id = 241294492511762325"));

        assertThat(cache.size()).isEqualTo(1);
    }

    /** An operator gets Pinion's answer, whoever has made the same mistake before. */
    @Test
    void aMisspeltOneOfSomebodyElseIsNotKept() {
        RoutePlanner planner = DemoPlanner.of(cache, SqlDialect.MARIADB, 101119);
        byte[] sql = bytes("PROMOT PAIR p1");
        SessionView application = TestSessions.of(List.of());

        assertThat(planner.plan(catalog, application, sql)).isInstanceOf(RoutePlan.AnyServer.class);
        assertThat(planner.plan(catalog, OPERATOR, sql)).isEqualTo(new RoutePlan.Admin("PROMOT PAIR p1"));
        assertThat(planner.plan(catalog, application, sql)).isInstanceOf(RoutePlan.AnyServer.class);
    }

    /** By their grammars: MySQL 9.7 and MariaDB 12. */
    @Test
    void nothingThatServersKnowIsTakenForAMistake() {
        RoutePlanner planner = DemoPlanner.of(cache, SqlDialect.MARIADB, 101119);
        List<String> known = List.of(
                "SHOW PROFILES",
                "SHOW ENGINES",
                "SHOW PLUGINS",
                "SHOW EVENTS",
                "SHOW SLAVE STATUS",
                "SHOW OPEN TABLES",
                "REPLACE standby VALUES (1)",
                "REPLACE standby (a) VALUES (1)",
                "REPLACE standby SET a = 1",
                "REPLACE standby WITH c AS (SELECT 1) SELECT * FROM c",
                "REPLACE INTO standby SELECT 1",
                "REPLACE standby.t SELECT 1",
                "REPLACE LOW_PRIORITY standby SELECT 1",
                "DESC promote pair",
                "EXPLAIN promote.pair `x`",
                "DESC moves 'sh%'",
                "CREATE SERVER s FOREIGN DATA WRAPPER mysql OPTIONS (HOST 'h')",
                "CHECK TABLE legacy.t",
                "REPAIR TABLE legacy.t");

        assertThat(known)
                .noneMatch(
                        sql -> planner.plan(catalog, TestSessions.of(List.of("as: admin", "use: legacy")), bytes(sql))
                                instanceof RoutePlan.Admin);
    }

    private RoutePlanner planner(boolean changesNothing) {
        AdminOpenings openings = new AdminOpenings(Arrays.stream(StatementKind.values())
                .filter(other -> other != StatementKind.EMPTY)
                .map(other -> AdminOpening.of(opening(other), Behind.ANYTHING, false, changesNothing))
                .toList());
        return new RoutePlanner(
                cache,
                new FingerprintKey(1, 2),
                SqlDialect.MARIADB,
                101119,
                new SplittableRandom(1),
                new ServerModes(),
                openings);
    }

    private static StatementKind kindOf(RoutePlanner planner, String sql) {
        return planner.scan(OPERATOR, bytes(sql), 0, Parameters.NONE).kind();
    }

    /** The words of a command that Pinion doesn't have. */
    private static String opening(StatementKind kind) {
        return switch (kind) {
            case SELECT -> "SELECT PROXY";
            case TABLE -> "TABLE USAGE";
            case VALUES -> "VALUES USAGE";
            case INSERT -> "INSERT SPARE";
            case REPLACE -> "REPLACE PROXY";
            case UPDATE -> "UPDATE PROXY";
            case DELETE -> "DELETE OPERATION";
            case CALL -> "CALL HOME";
            case DO -> "DO REPAIRS";
            case HANDLER -> "HANDLER USAGE";
            case LOAD_DATA -> "LOAD DATA SAMPLE";
            case SET -> "SET RATE";
            case SET_STATEMENT -> "SET STATEMENT RATE";
            case USE -> "USE TOPOLOGY";
            case SHOW -> "SHOW USAGE";
            case DESCRIBE -> "DESCRIBE PROXY USAGE";
            case EXPLAIN -> "EXPLAIN FORMAT USAGE";
            case EXPLAIN_ROUTE -> "EXPLAIN ROUTE USAGE";
            case HELP -> "HELP USAGE";
            case BEGIN -> "BEGIN MAINTENANCE";
            case COMMIT -> "COMMIT TOPOLOGY";
            case ROLLBACK -> "ROLLBACK TOPOLOGY";
            case SAVEPOINT -> "SAVEPOINT ALL SHARDS";
            case XA -> "XA FORGET";
            case LOCK_TABLES -> "LOCK SHARDS";
            case UNLOCK_TABLES -> "UNLOCK SHARDS";
            case BACKUP -> "BACKUP SHARDS";
            case PREPARE -> "PREPARE MOVE";
            case EXECUTE -> "EXECUTE MOVE";
            case DEALLOCATE -> "DEALLOCATE SHARDS";
            case KILL -> "KILL OPERATION";
            case FLUSH -> "FLUSH SHARDS";
            case DIAGNOSTICS -> "GET USAGE";
            case COMPOUND -> "DECLARE KEYSPACE";
            case CREATE_TABLE -> "CREATE SHARDED TABLE";
            case ALTER_TABLE -> "ALTER SHARDED TABLE";
            case DROP_TABLE -> "DROP TABLE EVERYWHERE";
            case RENAME_TABLE -> "RENAME SHARD";
            case TRUNCATE -> "TRUNCATE SHARD";
            case CREATE_INDEX -> "CREATE SHARDED INDEX";
            case DROP_INDEX -> "DROP INDEX EVERYWHERE";
            case VIEW -> "CREATE SHARDED VIEW";
            case CREATE_DATABASE -> "CREATE SHARDED DATABASE";
            case ALTER_DATABASE -> "ALTER SHARDED DATABASE";
            case DROP_DATABASE -> "DROP DATABASE EVERYWHERE";
            case ROUTINE -> "CREATE SHARDED EVENT";
            case OTHER_DEFINITION -> "IMPORT SHARDS";
            case TABLE_MAINTENANCE -> "CHECK SHARDS";
            case ACCOUNT -> "GRANT SHARDS";
            case SERVER -> "RESTART PROXY";
            case UNKNOWN -> "BALANCE SHARDS";
            case EMPTY -> throw new IllegalArgumentException("nothing begins with nothing");
        };
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
