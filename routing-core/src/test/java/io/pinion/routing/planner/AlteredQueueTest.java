package io.pinion.routing.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.plan.PlanText;
import io.pinion.routing.text.lexer.SqlDialect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes of a queue's columns, behind which MySQL exchanges no partition. */
class AlteredQueueTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALTER TABLE pins ADD COLUMN more INT",
                "ALTER TABLE pins ADD more INT",
                "ALTER TABLE pins ADD (more INT, most INT)",
                "ALTER TABLE pins DROP COLUMN data",
                "ALTER TABLE pins DROP data, ALGORITHM=INSTANT",
                "ALTER TABLE pins ADD more INT, ALGORITHM DEFAULT",
                "ALTER TABLE pins ADD INDEX (data), ADD more INT"
            })
    void mySqlWouldChangeThemWithoutACopy(String sql) {
        assertThat(planned(sql, SqlDialect.MYSQL)).startsWith("refused 1235").contains("add ALGORITHM=INPLACE");
        if (!sql.contains("ALGORITHM")) {
            assertThat(planned(sql + ", ALGORITHM=INPLACE", SqlDialect.MYSQL)).startsWith("every open shard");
        }
        assertThat(planned(sql, SqlDialect.MARIADB)).startsWith("every open shard");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALTER TABLE pins ADD INDEX more (data)",
                "ALTER TABLE pins DROP INDEX more",
                "ALTER TABLE pins MODIFY data LONGTEXT",
                "ALTER TABLE boards ADD COLUMN more INT"
            })
    void othersAreNoMatter(String sql) {
        assertThat(planned(sql, SqlDialect.MYSQL)).startsWith("every open shard");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MODIFY STATE INT NOT NULL",
                "MODIFY COLUMN IF EXISTS updated_at DATETIME NOT NULL ON UPDATE CURRENT_TIMESTAMP",
                "CHANGE `updated_at` at DATETIME NOT NULL",
                "ADD INDEX (data), ALTER updated_at SET DEFAULT (NOW())",
                "RENAME COLUMN state TO states"
            })
    void whatJobsExpireByStaysAsItIs(String change) {
        for (SqlDialect dialect : List.of(SqlDialect.MARIADB, SqlDialect.MYSQL)) {
            assertThat(planned("ALTER TABLE pins " + change, dialect))
                    .startsWith("refused 1235")
                    .contains("jobs of the queue expire");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DROP PARTITION pNEW_FUTURE",
                "REMOVE PARTITIONING",
                "PARTITION BY HASH(state) PARTITIONS 4",
                "COALESCE PARTITION 1"
            })
    void jobsDontGoWithTheirPartitions(String change) {
        assertThat(planned("ALTER TABLE pins " + change, SqlDialect.MARIADB))
                .startsWith("refused 1235")
                .contains("DECLARE TABLE without queue=");
        assertThat(planned("ALTER TABLE boards " + change, SqlDialect.MARIADB)).doesNotContain("queue");
    }

    private static String planned(String sql, SqlDialect dialect) {
        RoutePlanner planner =
                DemoPlanner.of(new PlanCache(100), dialect, dialect == SqlDialect.MYSQL ? 90700 : 101119);
        return PlanText.of(planner.plan(
                DemoCatalog.withQueue(),
                TestSessions.of(List.of("use: pinterest")),
                sql.getBytes(StandardCharsets.UTF_8)));
    }
}
