package io.pinion.server.execution.single;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.text.CommittingWords;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.execution.context.FirstWords;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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
                "GRANT ALL ON *.* TO a",
                "BACKUP STAGE START",
                "RESET SLAVE",
                "CHECK VIEW v",
                "CREATE TEMPORARY SEQUENCE s"
            })
    void theseCommit(String text) {
        assertThat(isIn(text)).isTrue();
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
                "UNLOCK TABLES",
                "LOAD INDEX INTO CACHE t",
                "CACHE INDEX t IN hot",
                "CREATE PACKAGE p AS END",
                "RESET PERSIST",
                "SELECT TRUNCATE(1, 1)"
            })
    void theseDoNot(String text) {
        assertThat(isIn(text)).isFalse();
        assertThat(isBehindASemicolon(text)).isFalse();
    }

    @Test
    void serversDiffer() {
        assertThat(CommittingWords.begin("LOAD INDEX INTO CACHE t", SqlDialect.MYSQL))
                .isTrue();
        assertThat(CommittingWords.begin("BACKUP STAGE START", SqlDialect.MYSQL))
                .isFalse();
    }

    @Test
    void whatPinionSaysInPlaceOfAServerIsSaidBehindTheCommit() {
        assertThat(ImplicitCommit.isLeftToPinion(new RoutePlan.Refused(1050, "42S01", "")))
                .isTrue();
        assertThat(ImplicitCommit.isLeftToPinion(new RoutePlan.Refused(1227, "42000", "")))
                .isTrue();
        assertThat(ImplicitCommit.isLeftToPinion(new RoutePlan.Refused(1064, "42000", "")))
                .isFalse();
        assertThat(ImplicitCommit.isLeftToPinion(new RoutePlan.Refused(1235, "42000", "")))
                .isFalse();
    }

    @Test
    void oneBehindAnotherIsFound() {
        assertThat(isBehindASemicolon("UPDATE t SET a = 1; /* and */ DROP TABLE u"))
                .isTrue();
        assertThat(isBehindASemicolon("UPDATE t SET a = 1; DROP TEMPORARY TABLE u"))
                .isFalse();
    }

    /** As long as a text may be. */
    @Test
    void manyBlanksAreNoObstacle() {
        assertThat(isIn(" ".repeat(1_000_000) + "DROP TABLE t")).isTrue();
        assertThat(isIn("/*" + "*".repeat(1_000_000) + "*/ DROP TABLE t")).isTrue();
    }

    /** A later comment of many that aren't closed was once looked for from each semicolon. */
    @Test
    @Timeout(10)
    void manySemicolonsAreLookedAtOnce() {
        assertThat(isBehindASemicolon("SELECT '" + ";/*".repeat(5_000) + "'; DROP TABLE t"))
                .isTrue();
        assertThat(isBehindASemicolon("SELECT '" + ";/* \n".repeat(5_000) + "'"))
                .isFalse();
        assertThat(isBehindASemicolon("SELECT '" + ";/*".repeat(10_000_000) + "'"))
                .isTrue();
    }

    private static boolean isIn(String text) {
        byte[] sql = text.getBytes(StandardCharsets.UTF_8);
        return CommittingWords.begin(FirstWords.of(sql, 0, sql.length), SqlDialect.MARIADB);
    }

    private static boolean isBehindASemicolon(String text) {
        return ImplicitCommit.isBehindASemicolon(text.getBytes(StandardCharsets.UTF_8), SqlDialect.MARIADB);
    }
}
