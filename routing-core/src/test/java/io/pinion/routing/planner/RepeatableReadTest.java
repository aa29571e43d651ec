package io.pinion.routing.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.lexer.SqlDialect;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepeatableReadTest {
    private final RoutePlanner planner = new RoutePlanner(
            new PlanCache(100), new FingerprintKey(1, 2), SqlDialect.MARIADB, 110405, new SplittableRandom(1));

    private Optional<RepeatableRead> read(String text) {
        return planner.repeatable(
                DemoCatalog.demo(), TestSessions.in("pinterest"), text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void theOrderAndTheLimitAreThoseOfTheWholeStatement() {
        assertThat(read("SELECT a FROM t")).contains(new RepeatableRead(false, false));
        assertThat(read("SELECT a FROM t WHERE b IN (SELECT b FROM u ORDER BY c LIMIT 3)"))
                .contains(new RepeatableRead(false, false));
        assertThat(read("SELECT GROUP_CONCAT(a ORDER BY b) FROM t")).contains(new RepeatableRead(false, false));
        assertThat(read("SELECT COUNT(*), MAX(a), JSON_EXTRACT(b, '$.c') FROM t"))
                .contains(new RepeatableRead(false, false));
        assertThat(read("(SELECT a FROM t) UNION (SELECT a FROM u) ORDER BY a LIMIT 5"))
                .contains(new RepeatableRead(true, true));
        assertThat(read("WITH n AS (SELECT a FROM t) SELECT * FROM n LIMIT 1"))
                .contains(new RepeatableRead(false, true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE t SET a = 1",
                "SHOW TABLES",
                "SELECT a FROM t; SELECT b FROM t",
                "SELECT a FROM t FOR UPDATE",
                "SELECT a FROM t LOCK IN SHARE MODE",
                "SELECT a FROM t INTO OUTFILE 'f'",
                "SELECT a INTO @a FROM t",
                "SELECT @a",
                "SELECT @@sql_mode",
                "SELECT NOW()",
                "SELECT a FROM t ORDER BY RAND()",
                "SELECT UUID()",
                "SELECT FOUND_ROWS()",
                "SELECT SQL_CALC_FOUND_ROWS a FROM t LIMIT 1",
                "SELECT LAST_INSERT_ID()",
                "SELECT CONNECTION_ID()",
                "SELECT CURRENT_USER()",
                "SELECT GET_LOCK('a', 1)",
                "SELECT SLEEP(1)",
                "SELECT NEXTVAL(s)",
                "SELECT reports.noted(a) FROM t",
                "SELECT a FROM t WHERE noted (a) = 1",
                "SELECT a FROM t WHERE b IN (SELECT `reports`.`noted`(c) FROM u)"
            })
    void whatDependsOnMoreThanRowsIsNotRepeatable(String text) {
        assertThat(read(text)).isEmpty();
    }
}
