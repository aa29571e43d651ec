package io.pinion.integration.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.cli.Cli;
import io.pinion.config.settings.PairSettings;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** {@code IMPORT DATABASE} takes what {@code pinion advise} has written. */
@OnEachServer(mysql = 3)
class AdvisedImportIT {
    private ShopStage stage;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        stage = ShopStage.start(product, directory, PairSettings.DEFAULT);
        // The advice is about what can be told of a table with a key.
        stage.home().execute(List.of("ALTER TABLE shop.old_log ADD id INT PRIMARY KEY"));
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (stage != null) {
            stage.stop();
        }
    }

    @Test
    void aDraftIsTakenAsItIs(@TempDir Path files) throws Exception {
        Path schema = files.resolve("schema.sql");
        StringBuilder definitions = new StringBuilder("USE shop;\n");
        try (Connection root = stage.home().connection()) {
            for (String table : List.of("countries", "users", "orders", "old_log")) {
                definitions
                        .append(Jdbc.rows(root, "SHOW CREATE TABLE shop." + table)
                                .getFirst()
                                .get(1))
                        .append(";\n");
            }
        }
        Files.writeString(schema, definitions);
        Path statements = files.resolve("statements.sql");
        Files.writeString(statements, """
                SELECT name FROM users WHERE id = 7;
                SELECT u.name, o.due FROM users u JOIN orders o ON o.user_id = u.id WHERE u.id = 8;
                INSERT INTO orders (user_id, due) VALUES (9, 4);
                UPDATE users SET turns = turns + 1 WHERE id = 10;
                INSERT INTO old_log (id, line) VALUES (3, 'a');
                """);
        Path tables = files.resolve("tables.json");

        Cli.Outcome advice = new Cli()
                .run(
                        "advise",
                        "--schema",
                        schema.toString(),
                        "--statements",
                        statements.toString(),
                        "--tables",
                        tables.toString());

        assertThat(advice.err()).isEmpty();
        String draft = Files.readString(tables);
        assertThat(draft).contains("\"users\": {\"key\": \"id\", \"sequence\": \"id\", \"unique\": \"per shard\"}");
        assertThat(Jdbc.lines(
                                stage.operator(),
                                "EXPLAIN IMPORT DATABASE shop AS MOD SHARDS 8 ON PAIRS p1, p2 TABLES '" + draft + "'")
                        .toString())
                .contains("rows go to shards by user_id; id gets numbers from a sequence");
    }
}
