package io.pinion.integration.queries;

import io.pinion.integration.testing.NeedsTwoMySql97;
import io.pinion.integration.testing.SchemaCluster;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** By MySQL's default sql_mode, whose ONLY_FULL_GROUP_BY asks for dependence on keys. */
@NeedsTwoMySql97
class ReportQueriesMySql97IT extends ReportQueriesScenarios {
    @Override
    protected SchemaCluster open(Path directory) throws Exception {
        return SchemaCluster.ofMySql97(directory);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT k, FIRST_VALUE(n) RESPECT NULLS OVER w AS a, NTH_VALUE(n, 2) FROM FIRST RESPECT NULLS OVER w AS b,"
                        + " NTH_VALUE(n, 1) FROM FIRST OVER w AS c FROM visits WINDOW w AS (PARTITION BY v ORDER BY k) ORDER BY k",
                "SELECT k, JSON_VALUE(j, '$.b' RETURNING SIGNED DEFAULT 7 ON EMPTY DEFAULT 9 ON ERROR) AS v FROM visits"
                        + " ORDER BY k",
                "SELECT k FROM visits WHERE JSON_VALUE(j, '$.a' NULL ON EMPTY ERROR ON ERROR) = '2' ORDER BY k",
                "SELECT k, HEX(WEIGHT_STRING(v AS CHAR(3))) AS w FROM visits ORDER BY k",
                "SELECT k, n FROM visits WHERE n IN (SELECT a FROM (TABLE places) p) ORDER BY k",
                "SELECT COUNT(*) FROM (TABLE visits) p",
                "WITH p AS (TABLE places) SELECT p.nm, COUNT(*) FROM p JOIN visits t ON t.n = p.a GROUP BY p.nm ORDER BY 1",
                "SELECT k, CAST(v AS CHAR(2) CHARSET latin1) AS c FROM visits ORDER BY k",
            })
    void whatOnlyMySqlReadsIsAnswered(String sql) throws SQLException {
        same(sql);
    }

    @Test
    void rowsAreLockedByTwoClauses() throws SQLException {
        String sql = "SELECT t.k, s.x FROM visits t JOIN steps s ON s.k = t.k WHERE t.k = " + pin(3)
                + " ORDER BY s.x FOR UPDATE OF t FOR SHARE OF s";
        same(sql);
    }

    @Test
    void constructedRowsAreInserted() throws SQLException {
        String row = "ROW(%d, %d, 'r')";
        String three = String.join(
                ", ",
                row.formatted(board(1), pin(1), 1),
                row.formatted(board(2), pin(2)),
                row.formatted(board(1), pin(3)));
        both("CREATE TABLE rowed (k BIGINT, x BIGINT, v VARCHAR(9), PRIMARY KEY (k, x))", "mapping from=k ids=x");
        sameOutcome(
                "rowed ORDER BY 1, 2",
                "*",
                "INSERT INTO rowed (k, x, v) VALUES " + three,
                "INSERT INTO rowed VALUES " + three + " ON DUPLICATE KEY UPDATE v = CONCAT(VALUES(v), '2')",
                "INSERT IGNORE INTO rowed VALUES " + three + ", " + row.formatted(board(3), pin(4)),
                "REPLACE INTO rowed VALUES " + three,
                "INSERT INTO rowed (k, x) VALUES ROW(%d, %d)".formatted(board(2), pin(5)),
                "INSERT IGNORE INTO rowed SELECT user_id, pin_id, v FROM (TABLE fans) f");
    }
}
