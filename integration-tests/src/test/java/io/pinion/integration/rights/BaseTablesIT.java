package io.pinion.integration.rights;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.TwoPairs;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.TableName;
import io.pinion.server.testing.Failure;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What the servers promise that {@link BaseTables} rests on. */
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.integration.testing.TwoPairs#all")
class BaseTablesIT {
    private static final TableName RIGHT = new TableName("held", "rows_of");

    /** Of many shapes: servers run the functions of most of them while they optimize a SELECT … LIMIT 0. */
    private static final List<String> VIEWS = List.of(
            "SELECT * FROM held.rows_of WHERE held.take() = 1 WITH CHECK OPTION",
            "SELECT * FROM held.rows_of WHERE held.take() = 1 UNION SELECT held.take(), 2",
            "SELECT held.take() AS a, 1 AS b LIMIT 1",
            "SELECT * FROM held.rows_of WHERE a = (SELECT held.take()) AND b = (SELECT MAX(held.take()) FROM held.rows_of) LIMIT 5",
            "SELECT COUNT(*) AS a, held.take() AS b FROM held.rows_of WHERE a = 1 AND held.take() = 1",
            "SELECT x.* FROM (SELECT held.take() AS a, 1 AS b) x JOIN held.rows_of r ON r.a = held.take()",
            "WITH RECURSIVE c AS (SELECT held.take() AS a UNION ALL SELECT a + held.take() FROM c WHERE a < 3) SELECT a FROM c",
            "SELECT * FROM held.rows_of WHERE a IN (SELECT a FROM (SELECT held.take() AS a GROUP BY a) q)",
            "SELECT ROUND(1.2345, held.take()) AS a, TRUNCATE(1.2345, held.take()) AS b");

    private final TwoPairs pairs;
    private Connection server;

    BaseTablesIT(TwoPairs pairs) {
        this.pairs = pairs;
    }

    @BeforeEach
    void make() throws SQLException {
        pairs.execute(
                0,
                "DROP DATABASE IF EXISTS held",
                "CREATE DATABASE held",
                "CREATE TABLE held.taken (a INT)",
                "CREATE TABLE held.rows_of (a INT PRIMARY KEY, b INT)",
                "CREATE TABLE held.more (a INT PRIMARY KEY)",
                "INSERT INTO held.rows_of VALUES (1, 1), (2, 2)",
                "CREATE FUNCTION held.take() RETURNS INT DETERMINISTIC MODIFIES SQL DATA SQL SECURITY INVOKER BEGIN"
                        + " INSERT INTO held.taken VALUES (1); RETURN 1; END");
        server = pairs.root(0);
    }

    @AfterEach
    void drop() throws SQLException {
        server.close();
        pairs.execute(0, "DROP DATABASE held");
    }

    @Test
    void noFunctionOfAViewRuns() throws SQLException {
        for (String view : VIEWS) {
            // MariaDB runs some already when a view is made, with the rights of its maker.
            pairs.execute(
                    0, "CREATE OR REPLACE SQL SECURITY INVOKER VIEW held.looks AS " + view, "DELETE FROM held.taken");
            Failure failure = Failure.of(
                    () -> BaseTables.holding(server, List.of(RIGHT, new TableName("held", "looks")), () -> true));
            assertThat(failure.code()).as(view).isEqualTo(BaseTables.NOT_A_BASE_TABLE);
            assertThat(failure.message()).as(view).contains("'held.looks' is not ");
            assertThat(Jdbc.value(server, "SELECT COUNT(*) FROM held.taken"))
                    .as(view)
                    .isEqualTo("0");
        }
    }

    @Test
    void aViewIsFoundWhereTheServerKeepsNoWarnings() throws SQLException {
        pairs.execute(0, "CREATE SQL SECURITY INVOKER VIEW held.looks AS " + VIEWS.getFirst());
        Jdbc.execute(server, "SET SESSION max_error_count = 0");
        assertThat(Failure.of(() -> BaseTables.holding(server, List.of(new TableName("held", "looks")), () -> true))
                        .code())
                .isEqualTo(BaseTables.NOT_A_BASE_TABLE);
    }

    @Test
    void aMissingTableHasItsOwnError() {
        assertThat(Failure.of(() -> BaseTables.holding(server, List.of(new TableName("held", "none")), () -> true))
                        .code())
                .isEqualTo(1146);
        assertThat(Failure.of(() -> BaseTables.holding(server, List.of(new TableName("none", "none")), () -> true))
                        .code())
                .isIn(1049, 1146);
    }

    @Test
    void nobodyReplacesATableUntilTheWorkIsDone() throws SQLException {
        TableName more = new TableName("held", "more");
        List<Integer> refused = new ArrayList<>();
        BaseTables.holding(server, List.of(RIGHT, more), () -> {
            try (Connection attacker = pairs.root(0)) {
                Jdbc.execute(attacker, "SET SESSION lock_wait_timeout = 1");
                for (String sql : List.of(
                        "RENAME TABLE held.rows_of TO held.away",
                        "RENAME TABLE held.more TO held.away",
                        "DROP TABLE held.more",
                        "ALTER TABLE held.rows_of RENAME held.away")) {
                    refused.add(Failure.of(() -> Jdbc.execute(attacker, sql)).code());
                }
            }
            Jdbc.execute(server, "INSERT INTO held.more VALUES (1)");
            return Jdbc.rows(server, "SELECT COUNT(*) FROM held.rows_of");
        });
        assertThat(refused).containsOnly(1205).hasSize(4);
        pairs.execute(0, "RENAME TABLE held.rows_of TO held.away");
        assertThat(Jdbc.value(server, "SELECT COUNT(*) FROM held.more")).isEqualTo("1");
    }
}
