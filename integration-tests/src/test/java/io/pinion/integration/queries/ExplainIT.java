package io.pinion.integration.queries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.TwoPairs;
import io.pinion.server.testing.TestProxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Explanations of statements over several shards, on real servers. */
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.integration.testing.TwoPairs#all")
class ExplainIT {
    private final TwoPairs pairs;

    ExplainIT(TwoPairs pairs) {
        this.pairs = pairs;
    }

    @BeforeEach
    void reset() throws SQLException {
        pairs.reset();
    }

    @Test
    void oneShardExplainsForAll() throws SQLException {
        try (TestProxy proxy = pairs.proxy();
                Connection client = TwoPairs.connect(proxy)) {
            assertThat(Jdbc.rows(client, "EXPLAIN SELECT id FROM bank.things ORDER BY id LIMIT 3"))
                    .singleElement()
                    // MySQL 9 explains as a tree unless told otherwise.
                    .satisfies(row ->
                            assertThat(row.getFirst()).contains(pairs.isMySql() ? "on things using PRIMARY" : "1"));
            assertThat(Jdbc.rows(client, "SHOW WARNINGS"))
                    .extracting(List::getLast)
                    .anyMatch(note -> note.startsWith("pair1 bank00000 explains it for 7 more"));
            assertThat(Jdbc.rows(
                            client,
                            "EXPLAIN SELECT data FROM bank.things WHERE id IN (" + TwoPairs.id(1, 1) + ", "
                                    + TwoPairs.id(5, 1) + ")"))
                    .hasSize(1);
        }
    }

    @Test
    void everyFormatIsExplained() throws SQLException {
        try (TestProxy proxy = pairs.proxy();
                Connection client = TwoPairs.connect(proxy)) {
            List<String> explains = pairs.isMySql()
                    ? List.of("EXPLAIN FORMAT=JSON", "EXPLAIN FORMAT=TREE", "EXPLAIN ANALYZE")
                    : List.of("EXPLAIN FORMAT=JSON", "ANALYZE", "ANALYZE FORMAT=JSON");
            for (String explain : explains) {
                List<List<String>> rows = Jdbc.rows(client, explain + " SELECT id FROM bank.things ORDER BY id");
                assertThat(rows.getFirst().getFirst()).as(explain).isNotBlank();
            }
            assertThat(Jdbc.rows(client, "EXPLAIN DELETE FROM bank.things WHERE data = 'one'"))
                    .isNotEmpty();
            assertThat(Jdbc.value(client, "SELECT COUNT(*) FROM bank.things")).isEqualTo("16");
            assertThatThrownBy(() ->
                            Jdbc.rows(client, "EXPLAIN SELECT id, ROW_NUMBER() OVER (ORDER BY id) FROM bank.things"))
                    .as("what is gathered first")
                    .isInstanceOfSatisfying(SQLException.class, refused -> assertThat(refused.getErrorCode())
                            .isEqualTo(1235));
        }
    }

    @Test
    void preparedExplanationsAnswerToo() throws SQLException {
        try (TestProxy proxy = pairs.proxy();
                Connection client = TwoPairs.connect(proxy, "&useServerPrepStmts=true");
                PreparedStatement statement =
                        client.prepareStatement("EXPLAIN SELECT id FROM bank.things WHERE data <> ? ORDER BY id")) {
            statement.setString(1, "one");
            try (ResultSet rows = statement.executeQuery()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString(1)).isNotBlank();
            }
        }
    }
}
