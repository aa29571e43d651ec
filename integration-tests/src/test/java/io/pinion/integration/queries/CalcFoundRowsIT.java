package io.pinion.integration.queries;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.TwoPairs;
import io.pinion.routing.catalog.TransactionMode;
import io.pinion.server.testing.TestProxy;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** SQL_CALC_FOUND_ROWS and FOUND_ROWS() of statements over several shards, on real servers. */
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.integration.testing.TwoPairs#all")
class CalcFoundRowsIT {
    private final TwoPairs pairs;

    CalcFoundRowsIT(TwoPairs pairs) {
        this.pairs = pairs;
    }

    @BeforeEach
    void reset() throws SQLException {
        pairs.reset();
    }

    @Test
    void rowsThatLimitLeavesOutAreCounted() throws SQLException {
        try (TestProxy proxy = pairs.proxy(TransactionMode.DEFAULT);
                Connection client = TwoPairs.connect(proxy)) {
            Jdbc.execute(client, "SELECT SQL_CALC_FOUND_ROWS id FROM bank.things ORDER BY id LIMIT 3");
            assertThat(Jdbc.value(client, "SELECT FOUND_ROWS()")).isEqualTo("16");
            Jdbc.execute(
                    client,
                    "SELECT SQL_CALC_FOUND_ROWS id FROM bank.things WHERE id > " + TwoPairs.id(3, 1) + " LIMIT 2, 3");
            assertThat(Jdbc.value(client, "SELECT FOUND_ROWS()")).isEqualTo("9");
            Jdbc.execute(
                    client, "SELECT SQL_CALC_FOUND_ROWS id & 1, COUNT(*) FROM bank.things GROUP BY id & 1 LIMIT 1");
            assertThat(Jdbc.value(client, "SELECT FOUND_ROWS()")).isEqualTo("2");
            Jdbc.execute(client, "SELECT id FROM bank.things ORDER BY id LIMIT 3");
            assertThat(Jdbc.value(client, "SELECT FOUND_ROWS()")).isEqualTo("3");
        }
    }

    @Test
    void warningsAreListedToo() throws SQLException {
        try (TestProxy proxy = pairs.proxy(TransactionMode.DEFAULT);
                Connection client = TwoPairs.connect(proxy)) {
            Jdbc.execute(
                    client,
                    "SELECT SQL_CALC_FOUND_ROWS CAST(CONCAT('x', id) AS SIGNED) FROM bank.things ORDER BY id LIMIT 3");
            assertThat(Jdbc.value(client, "SELECT FOUND_ROWS()")).isEqualTo("16");
            Jdbc.execute(
                    client,
                    "SELECT SQL_CALC_FOUND_ROWS CAST(CONCAT('x', id) AS SIGNED) FROM bank.things ORDER BY id LIMIT 3");
            assertThat(Jdbc.value(client, "SHOW WARNINGS")).isNotEmpty();
        }
    }
}
