package io.pinion.routing.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.plan.TextPreparedStatement;
import io.pinion.routing.text.lexer.SqlDialect;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wherever the grammar lets a database stand, a user without the right to it is refused. */
class DeniedStatementsTest {
    private static final SessionView LIMITED = TestSessions.of(List.of("use: db00001", "rights: pinterest"));

    private final RoutePlanner planner = DemoPlanner.of(new PlanCache(100), SqlDialect.MARIADB, 101119);

    static List<String> statements() throws IOException {
        return Files.readAllLines(Path.of("src/test/resources/cases/denied/otherdb.sql")).stream()
                .filter(line -> !line.startsWith("--"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("statements")
    void anotherDatabaseIsOutOfReach(String sql) {
        RoutePlan plan = plan(sql);
        // A PREPARE that is refused ends the text that had its name.
        boolean unprepared =
                plan instanceof RoutePlan.Named named && named.action() instanceof TextPreparedStatement.Unprepared;
        assertThat(unprepared || plan instanceof RoutePlan.Refused)
                .as(plan.toString())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT p.data, q.local_id FROM db00001.pins p JOIN (SELECT 1 AS local_id) AS q ON p.local_id = q.local_id",
                "WITH c AS (SELECT 1 AS x) SELECT c.x FROM c",
                "SELECT pins.data FROM pinterest.pins WHERE pins.id = 241294492511762325",
                "SELECT p.* FROM pinterest.pins AS p WHERE p.id = 241294492511762325",
                "UPDATE db00001.pins p SET p.data = '' WHERE p.local_id = 7",
                "DELETE p FROM db00001.pins p WHERE p.local_id = 7",
                "INSERT INTO db00001.pins (local_id) SELECT b.local_id FROM db00001.boards b",
                "CREATE VIEW v AS SELECT p.data FROM pins p",
                "CREATE TRIGGER t BEFORE INSERT ON pins FOR EACH ROW SET NEW.data = UPPER(NEW.data)",
                "CREATE TABLE copy AS SELECT p.data FROM pins p",
                "ALTER TABLE db00001.pins RENAME TO db00001.pins2",
                "SELECT NEXTVAL(db00001.seq)",
                "LOCK TABLES db00001.pins AS p READ, db00001.boards WRITE",
                "SELECT j.x FROM JSON_TABLE('[1]', '$[*]' COLUMNS (x INT PATH '$')) AS j",
                "SELECT t.table_name FROM information_schema.columns t WHERE 1 = 0 AND @@session.autocommit"
            })
    void theUsersOwnStayWithinReach(String sql) {
        RoutePlan plan = plan(sql);

        if (plan instanceof RoutePlan.Refused refused) {
            assertThat(refused.code()).as(refused.reason()).isNotEqualTo(1044);
        }
    }

    @Test
    void anOperatorMayNameAnything() {
        SessionView all = TestSessions.of(List.of("use: db00001"));

        assertThat(planner.plan(
                        DemoCatalog.demo(), all, "SELECT NEXTVAL(otherdb.seq)".getBytes(StandardCharsets.UTF_8)))
                .isNotInstanceOf(RoutePlan.Refused.class);
    }

    private RoutePlan plan(String sql) {
        return planner.plan(DemoCatalog.demo(), LIMITED, sql.getBytes(StandardCharsets.UTF_8));
    }
}
