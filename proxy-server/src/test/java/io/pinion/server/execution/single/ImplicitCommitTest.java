package io.pinion.server.execution.single;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.plan.RoutePlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImplicitCommitTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TABLE t (i INT)",
                "/* why */ drop table t",
                "-- why\n ALTER TABLE t ADD c INT",
                "TRUNCATE t",
                "LOCK TABLES t WRITE",
                "ANALYZE LOCAL TABLE t",
                "CREATE OR REPLACE VIEW v AS SELECT 1",
                "FLUSH TABLES",
                "SET PASSWORD = 'x'",
                "GRANT ALL ON *.* TO a"
            })
    void theseCommit(String text) {
        assertThat(ImplicitCommit.isIn(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 'CREATE TABLE'",
                "CREATE TEMPORARY TABLE t (i INT)",
                "create or replace temporary table t (i int)",
                "DROP TEMPORARY TABLE t",
                "DROP PREPARE s",
                "ANALYZE SELECT 1",
                "CHECKSUM TABLE t",
                "UPDATE t SET a = 'x;y'",
                "SET @a = 1",
                "UNLOCK TABLES"
            })
    void theseDoNot(String text) {
        assertThat(ImplicitCommit.isIn(text)).isFalse();
        assertThat(ImplicitCommit.isBehindASemicolon(text)).isFalse();
    }

    @Test
    void whatPinionSaysInPlaceOfAServerIsSaidBehindTheCommit() {
        assertThat(ImplicitCommit.isLeftToPinion(new RoutePlan.Refused(1050, "42S01", "")))
                .isTrue();
        assertThat(ImplicitCommit.isLeftToPinion(new RoutePlan.Refused(1064, "42000", "")))
                .isFalse();
        assertThat(ImplicitCommit.isLeftToPinion(new RoutePlan.Refused(1235, "42000", "")))
                .isFalse();
    }

    @Test
    void oneBehindAnotherIsFound() {
        assertThat(ImplicitCommit.isBehindASemicolon("UPDATE t SET a = 1; /* and */ DROP TABLE u"))
                .isTrue();
        assertThat(ImplicitCommit.isBehindASemicolon("UPDATE t SET a = 1; DROP TEMPORARY TABLE u"))
                .isFalse();
    }

    /** As long as a text may be. */
    @Test
    void manyBlanksAreNoObstacle() {
        assertThat(ImplicitCommit.isIn(" ".repeat(1_000_000) + "DROP TABLE t")).isTrue();
        assertThat(ImplicitCommit.isIn("/*" + "*".repeat(1_000_000) + "*/ DROP TABLE t"))
                .isTrue();
    }
}
