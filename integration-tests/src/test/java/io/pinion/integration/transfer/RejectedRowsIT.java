package io.pinion.integration.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.settings.PairSettings;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.operations.server.ManagedServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Rows that can't be carried as they are hold an import's hand-over up until they are corrected, all of them at once. */
@OnEachServer(mysql = 3)
class RejectedRowsIT {
    private static final String STATEMENT = "IMPORT DATABASE shop AS MOD SHARDS 4 ON PAIRS p1, p2 TABLES '"
            + ShopStage.TABLES
                    .strip()
                    .replaceFirst("}$", ", \"carts\": {\"key\": \"owner\", \"unique\": \"per shard\"}}")
            + "'";

    private ShopStage stage;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        stage = ShopStage.start(product, directory, PairSettings.DEFAULT);
        stage.home()
                .execute(List.of(
                        "CREATE TABLE shop.carts (id INT PRIMARY KEY, owner VARCHAR(40) CHARACTER SET ascii COLLATE"
                                + " ascii_bin NOT NULL, body LONGTEXT)",
                        "INSERT INTO shop.carts VALUES (1, 'anna', 'a'), (2, 'bea ', 'b'), (3, 'bob ', 'c'), (4, 'carl',"
                                + " REPEAT('d', 2000000)), (5, 'dora', 'e'), (6, 'finn ', 'f')"));
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (stage != null) {
            stage.stop();
        }
    }

    @Test
    void allOfThemAreToldAndNothingIsHandedOverBeforeTheyAreRight() throws Exception {
        String number = Jdbc.rows(stage.operator(), STATEMENT).getFirst().getFirst();
        assertThat(stage.awaitEnd(number))
                .contains("failed", "3 rows can't be carried", "SHOW REJECTED ROWS", "RESUME OPERATION " + number);
        assertThat(rejected())
                .hasSize(3)
                .anyMatch(
                        row -> row.matches(number + " \\| shop \\| carts \\| 2 \\| its owner has spaces at its end.*"))
                .anyMatch(row -> row.contains("carts | 3 | its owner has spaces at its end"))
                .anyMatch(row -> row.contains("carts | 6 | its owner has spaces"));

        try (Connection application = stage.client(0, false)) {
            Jdbc.execute(application, "UPDATE carts SET owner = 'berta' WHERE id = 2");
            Jdbc.execute(application, "DELETE FROM carts WHERE id = 3");
        }
        Jdbc.execute(stage.operator(), "RESUME OPERATION " + number);
        assertThat(stage.awaitEnd(number)).contains("failed", "1 row can't be carried", "carts (6)");
        try (Connection application = stage.client(0, false)) {
            Jdbc.execute(application, "UPDATE carts SET owner = 'frida' WHERE id = 6");
        }
        Jdbc.execute(stage.operator(), "RESUME OPERATION " + number);
        assertThat(stage.awaitEnd(number)).contains("waiting", "handed over");
        assertThat(rejected()).isEmpty();
        assertThat(carts()).containsExactly("1 anna 1", "2 berta 1", "4 carl 2000000", "5 dora 1", "6 frida 1");
    }

    /** The keyspace may have an e-mail address once on each shard, and the old database only once. */
    @Test
    void aValueOfTwoShardsIsNamedOnTheWayBack() throws Exception {
        String number = Jdbc.rows(stage.operator(), STATEMENT.replace("\"key\": \"owner\"", "\"key\": \"id\""))
                .getFirst()
                .getFirst();
        assertThat(stage.awaitEnd(number)).contains("waiting", "handed over");
        String shared = "user1@example.com";
        try (Connection application = stage.client(0, false)) {
            for (int id = 900_001;
                    Jdbc.rows(application, "SELECT id FROM users WHERE email = '" + shared + "'")
                                    .size()
                            < 2;
                    id++) {
                Jdbc.execute(
                        application,
                        "INSERT IGNORE INTO users (id, name, email) VALUES (" + id + ", 'other', '" + shared + "')");
            }
            String other = Jdbc.value(application, "SELECT MAX(id) FROM users WHERE email = '" + shared + "'");
            Jdbc.execute(stage.operator(), "REVERT OPERATION " + number);
            assertThat(stage.awaitEnd(number))
                    .contains("waiting", "1 row can't be carried: users (" + other + ")")
                    .contains("Duplicate entry '" + shared + "' for key", "REVERT OPERATION " + number);
            assertThat(rejected()).singleElement().asString().contains("users | " + other);
            Jdbc.execute(application, "DELETE FROM users WHERE id = " + other);
        }
        stage.revert(number);
        try (Connection application = stage.client(0, false)) {
            assertThat(Jdbc.column(application, "SELECT id FROM users WHERE email = '" + shared + "'"))
                    .containsExactly("1");
        }
    }

    private List<String> rejected() throws SQLException {
        return Jdbc.lines(stage.operator(), "SHOW REJECTED ROWS");
    }

    private Set<String> carts() throws SQLException {
        Set<String> found = new TreeSet<>();
        for (ManagedServer server : stage.targets()) {
            try (Connection root = server.connection()) {
                for (String database : Jdbc.column(root, "SHOW DATABASES LIKE 'shop_____'")) {
                    found.addAll(Jdbc.column(
                            root, "SELECT CONCAT_WS(' ', id, owner, LENGTH(body)) FROM " + database + ".carts"));
                }
            }
        }
        return found;
    }
}
