package io.pinion.integration.writes;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.TwoPairs;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.RawClient.Told;
import io.pinion.server.testing.TestProxy;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The info text of an INSERT whose rows go to several shards, beside the same on one server. */
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.integration.testing.TwoPairs#all")
class ShardedInsertTextIT {
    /** The client wants rows that were found to count as if they were changed. */
    private static final int FOUND_ROWS = 1 << 1;

    private final TwoPairs pairs;

    ShardedInsertTextIT(TwoPairs pairs) {
        this.pairs = pairs;
    }

    @BeforeEach
    void reset() throws SQLException {
        pairs.reset();
        pairs.execute(
                0,
                "CREATE TABLE bank00000.whole (id BIGINT UNSIGNED PRIMARY KEY, data VARCHAR(100))",
                "INSERT INTO bank00000.whole VALUES (%d, 'one'), (%d, 'one'), (%d, 'two')"
                        .formatted(TwoPairs.id(1, 1), TwoPairs.id(7, 1), TwoPairs.id(7, 2)));
    }

    @AfterEach
    void drop() throws SQLException {
        pairs.execute(0, "DROP TABLE bank00000.whole");
    }

    @Test
    void itIsThatOfOneServer() {
        try (TestProxy proxy = pairs.proxy();
                RawClient client = RawClient.loggedIn(proxy)) {
            for (String sql : List.of(
                    "INSERT INTO %s (id, data) VALUES (%d, 'a'), (%d, 'b') ON DUPLICATE KEY UPDATE data = data",
                    "INSERT IGNORE INTO %s (id, data) VALUES (%d, 'a'), (%d, 'b') ON DUPLICATE KEY UPDATE data = data",
                    "INSERT IGNORE INTO %s (id, data) VALUES (%d, 'a'), (%d, 'b')",
                    "INSERT INTO %s (id, data) VALUES (%d, 'a'), (%d, 'one') ON DUPLICATE KEY UPDATE data = VALUES(data)",
                    "INSERT IGNORE INTO %s (id, data) VALUES (%d, 'c'), (%d, 'd') ON DUPLICATE KEY UPDATE data = VALUES(data)",
                    "REPLACE INTO %s (id, data) VALUES (%d, 'e'), (%d, 'f')")) {
                sameText(client, sql, TwoPairs.id(1, 1), TwoPairs.id(7, 1));
            }
            sameText(
                    client,
                    "INSERT INTO %s (id, data) VALUES (%d, 'new'), (%d, 'e') ON DUPLICATE KEY UPDATE data = data",
                    TwoPairs.id(1, 9),
                    TwoPairs.id(7, 1));
            sameText(
                    client,
                    "INSERT INTO %s (id, data) VALUES (%d, 'new 2'), (%d, 'new 3')",
                    TwoPairs.id(1, 10),
                    TwoPairs.id(7, 10));
        }
    }

    @Test
    void whereFoundRowsCountItIsThatOfOneServerOrNone() {
        try (TestProxy proxy = pairs.proxy();
                RawClient client = new RawClient(proxy.port())) {
            client.login(TestProxy.USER, TestProxy.PASSWORD, RawClient.CLASSIC | FOUND_ROWS, "");
            sameText(
                    client,
                    "INSERT INTO %s (id, data) VALUES (%d, 'a'), (%d, 'b') ON DUPLICATE KEY UPDATE data = VALUES(data)",
                    TwoPairs.id(1, 1),
                    TwoPairs.id(7, 1));
            Told leftAlone = client.told(
                    "INSERT INTO bank.things (id, data) VALUES (%d, 'a'), (%d, 'b') ON DUPLICATE KEY UPDATE data = data"
                            .formatted(TwoPairs.id(1, 1), TwoPairs.id(7, 1)));
            assertThat(leftAlone.info()).isEmpty();
        }
    }

    private static void sameText(RawClient client, String sql, long one, long other) {
        assertThat(client.told(sql.formatted("bank.things", one, other)))
                .as(sql)
                .isEqualTo(client.told(sql.formatted("bank00000.whole", one, other)));
    }
}
