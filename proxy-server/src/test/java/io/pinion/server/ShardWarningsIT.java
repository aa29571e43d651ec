package io.pinion.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.server.testing.Jdbc;
import io.pinion.server.testing.TestProxy;
import io.pinion.server.testing.TwoPairs;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** SHOW WARNINGS behind statements over several shards, on real servers. */
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.server.testing.TwoPairs#all")
class ShardWarningsIT {
    private final TwoPairs pairs;

    ShardWarningsIT(TwoPairs pairs) {
        this.pairs = pairs;
    }

    @BeforeEach
    void reset() throws SQLException {
        pairs.reset();
    }

    @Test
    void warningsOfAChangeAreListedWithTheirShards() throws SQLException {
        try (TestProxy proxy = pairs.proxy();
                Connection client = TwoPairs.connect(proxy)) {
            Jdbc.execute(client, "SET sql_mode = ''");
            Jdbc.execute(client, "UPDATE bank.things SET data = CONCAT(data, REPEAT('x', 100))");
            List<String> warnings = warnings(client);
            assertThat(warnings).hasSize(16);
            assertThat(warnings)
                    .allMatch(warning -> warning.startsWith("Warning 1265 Data truncated for column 'data'"));
            assertThat(warnings).anyMatch(warning -> warning.endsWith("(bank00000)"));
            assertThat(warnings).anyMatch(warning -> warning.endsWith("(bank00007)"));
            assertThat(Jdbc.value(client, "SHOW COUNT(*) WARNINGS")).isEqualTo("16");
            Jdbc.execute(client, "UPDATE bank.things SET data = LEFT(data, 3)");
            assertThat(warnings(client)).isEmpty();
        }
    }

    @Test
    void warningsOfAQueryAreListedAsFarAsServersKnow() throws SQLException {
        try (TestProxy proxy = pairs.proxy();
                Connection client = TwoPairs.connect(proxy)) {
            for (int shard = 0; shard < 8; shard++) {
                Jdbc.execute(
                        client, "SELECT CAST(data AS SIGNED) FROM bank.things WHERE id = " + TwoPairs.id(shard, 1));
                assertThat(warnings(client)).hasSize(1);
            }
            Jdbc.execute(client, "SELECT CAST(data AS SIGNED) FROM bank.things");
            assertThat(Jdbc.value(client, "SHOW COUNT(*) WARNINGS")).isEqualTo("16");
            Jdbc.execute(client, "SELECT CAST(data AS SIGNED) FROM bank.things");
            // Each server was sent all of its texts before the first warning came: the last is what it knows of.
            assertThat(warnings(client))
                    .isNotEmpty()
                    .allMatch(warning ->
                            warning.matches("Warning 1292 Truncated incorrect INTEGER value.*\\(bank0000[0-7]\\)"));
        }
    }

    @Test
    void warningsBehindAGatherAreListed() throws SQLException {
        try (TestProxy proxy = pairs.proxy();
                Connection client = TwoPairs.connect(proxy)) {
            Jdbc.execute(
                    client, "SELECT CAST(CONCAT('x', id) AS SIGNED), ROW_NUMBER() OVER (ORDER BY id) FROM bank.things");
            assertThat(warnings(client))
                    .hasSize(16)
                    .allMatch(warning -> warning.startsWith("Warning 1292 Truncated incorrect INTEGER value: 'x"));
        }
    }

    private static List<String> warnings(Connection client) throws SQLException {
        return Jdbc.rows(client, "SHOW WARNINGS").stream()
                .map(row -> String.join(" ", row))
                .toList();
    }
}
