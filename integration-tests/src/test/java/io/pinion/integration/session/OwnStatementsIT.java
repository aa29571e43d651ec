package io.pinion.integration.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.SchemaCluster;
import io.pinion.integration.testing.WritesBesideOneServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What Pinion sends on its own account means the same under every setting that a session may have: each deed has the outcome
 * that it has on one server under that setting, or is refused and has changed nothing.
 */
@OnEachServer
class OwnStatementsIT extends WritesBesideOneServer {
    private static final String REFUSED = "error 1235";

    /** MySQL reads the few rows of a small table without their key, also those that Pinion names by it. */
    private static final String NOT_SAFE = "error 1175";

    private static final List<String> TABLES = List.of(
            "SELECT id, n, name FROM pins ORDER BY id",
            "SELECT pin_id, tag, n FROM tags ORDER BY pin_id, tag",
            "SELECT ip FROM lookup.visits ORDER BY ip",
            "SELECT id, n FROM legacy.items ORDER BY id");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    static Path files;

    /** Its statements, of which those that begin with a mark are prepared. */
    private record Deed(String name, List<String> statements) {
        Deed(String name, String... statements) {
            this(name, List.of(statements));
        }
    }

    /** Those that both products have. */
    private static final List<String> SETTINGS = List.of(
            "completion_type = 'CHAIN'",
            "completion_type = 2",
            "autocommit = 0",
            "sql_safe_updates = 1",
            "sql_auto_is_null = 1",
            "sql_select_limit = 0",
            "div_precision_increment = 9");

    /** Those of the product, besides {@link #SETTINGS}. */
    private List<String> furtherSettings() {
        return switch (product) {
            case MARIADB -> List.of("sql_mode = 'ORACLE'", "max_statement_time = 30");
            case MYSQL97 -> List.of("sql_mode = 'ANSI'", "max_execution_time = 30000");
        };
    }

    private Stream<String> settings() {
        return Stream.concat(SETTINGS.stream(), furtherSettings().stream());
    }

    private static List<Deed> deeds() {
        String here = "UPDATE pins SET n = n + 1 WHERE id = " + pin(0);
        String there = "UPDATE pins SET n = n + 1 WHERE id = " + pin(7);
        String all = "UPDATE pins SET n = n + 100";
        String tooLarge = "UPDATE pins SET n = n * 300000000 WHERE n > 0";
        return List.of(
                new Deed("rollback", "START TRANSACTION", here, "SELECT n FROM pins WHERE id = " + pin(0), "ROLLBACK"),
                new Deed("commit", "START TRANSACTION", here, "COMMIT", here, "ROLLBACK"),
                new Deed("begin", "BEGIN", here, "ROLLBACK"),
                new Deed("begin alone", "BEGIN", "UPDATE legacy.items SET n = n + 1", "ROLLBACK"),
                new Deed(
                        "in an unsharded database",
                        "USE legacy",
                        "START TRANSACTION",
                        "UPDATE items SET n = n + 1",
                        "ROLLBACK"),
                new Deed(
                        "committed there",
                        "USE legacy",
                        "START TRANSACTION",
                        "UPDATE items SET n = n + 1",
                        "COMMIT",
                        "UPDATE items SET n = n + 1",
                        "ROLLBACK"),
                new Deed(
                        "characteristics that no transaction took",
                        "USE legacy",
                        "SET TRANSACTION ISOLATION LEVEL READ COMMITTED",
                        "SELECT nosuch FROM items",
                        "UPDATE items SET n = n + 1",
                        "ROLLBACK"),
                new Deed("unsharded", "START TRANSACTION", "DELETE FROM legacy.items", "ROLLBACK"),
                new Deed("commit over pairs", "START TRANSACTION", here, there, "COMMIT", "ROLLBACK"),
                new Deed("rollback over pairs", "START TRANSACTION", here, there, "ROLLBACK", "COMMIT"),
                new Deed("what follows a commit", "START TRANSACTION", here, there, "COMMIT", here, there, "ROLLBACK"),
                new Deed("chain", "START TRANSACTION", here, "COMMIT AND CHAIN", here, "ROLLBACK AND NO CHAIN", there),
                new Deed("no chain", "START TRANSACTION", here, "COMMIT AND NO CHAIN NO RELEASE", there, "ROLLBACK"),
                new Deed("commit of nothing", "COMMIT", here, "ROLLBACK"),
                new Deed(
                        "savepoints",
                        "START TRANSACTION",
                        here,
                        "SAVEPOINT s",
                        here,
                        there,
                        "ROLLBACK TO s",
                        "RELEASE SAVEPOINT s",
                        there,
                        "COMMIT"),
                new Deed(
                        "transaction by transaction",
                        "START TRANSACTION",
                        here,
                        "START TRANSACTION",
                        there,
                        "ROLLBACK"),
                new Deed("scatter", all),
                new Deed("scatter that fails", tooLarge, "SELECT @@error_count LIMIT 1"),
                new Deed("scatter in a transaction", "START TRANSACTION", all, there, "ROLLBACK"),
                new Deed("scatter that fails within", "START TRANSACTION", here, tooLarge, there, "COMMIT"),
                new Deed("found and changed", "UPDATE pins SET n = 0 ORDER BY n DESC, id LIMIT 3"),
                new Deed(
                        "found by a join",
                        "UPDATE pins p JOIN tags t ON t.pin_id = p.id SET p.name = t.tag WHERE t.n < 5"),
                new Deed(
                        "found by a subquery",
                        "DELETE FROM tags WHERE pin_id IN (SELECT id FROM pins WHERE n > 4) ORDER BY n, pin_id LIMIT 4"),
                new Deed("inserted rows", "INSERT INTO tags SELECT id, 'copy', n FROM pins WHERE n IS NOT NULL"),
                new Deed(
                        "rows in order",
                        "SELECT id, n, name FROM pins ORDER BY name, id LIMIT 7",
                        "SELECT DISTINCT name FROM pins ORDER BY name",
                        "SELECT COUNT(*), SUM(n), MIN(name), MAX(name) FROM pins"),
                new Deed(
                        "quotients",
                        "SELECT AVG(n) FROM pins",
                        "SELECT name, AVG(n) FROM pins GROUP BY name ORDER BY name",
                        "SELECT SUM(n) / COUNT(*) FROM pins"),
                new Deed(
                        "gathered",
                        "SELECT p.id, t.tag FROM pins p JOIN tags t ON t.n = p.n ORDER BY p.id, t.tag LIMIT 9",
                        "SELECT COUNT(*) FROM pins p LEFT JOIN tags t ON t.n = p.n + 1 WHERE t.tag IS NULL",
                        "SELECT a.n, COUNT(*) FROM pins a JOIN pins b ON a.n = b.n GROUP BY a.n ORDER BY a.n"),
                new Deed(
                        "gathered twice",
                        "WITH c AS (SELECT n, COUNT(*) k FROM pins GROUP BY n) SELECT x.n, y.k FROM c x JOIN c y ON"
                                + " x.n = y.n + 1 ORDER BY x.n",
                        "SELECT name, LENGTH(GROUP_CONCAT(id ORDER BY id)) FROM pins GROUP BY name ORDER BY name"),
                new Deed(
                        "numbered",
                        "INSERT INTO lookup.visits (ip) VALUES ('a'), ('b')",
                        "INSERT INTO lookup.visits (ip) VALUES ('c')"),
                new Deed(
                        "numbered and undone",
                        "START TRANSACTION",
                        "INSERT INTO lookup.visits (ip) VALUES ('d')",
                        "ROLLBACK"),
                new Deed("loaded", "LOAD DATA LOCAL INFILE '%s' INTO TABLE tags (pin_id, tag, n)"),
                new Deed("warnings", "UPDATE pins SET name = 'x' + 0 WHERE n >= 0", "SELECT @@warning_count LIMIT 1"),
                new Deed("databases", "USE legacy", "SELECT COUNT(*) FROM items", "UPDATE items SET n = n + 1"),
                new Deed("prepared", "?SELECT id, name FROM pins WHERE n > 2 ORDER BY id", "?" + here, "?" + all),
                new Deed("no transaction", "SET autocommit = 0", here, there, "ROLLBACK", here, "SET autocommit = 1"),
                new Deed("variables", "SET @a = 5", "UPDATE pins SET n = @a", "SELECT @a"));
    }

    @Override
    protected String makeTables() throws SQLException {
        for (int shard : List.of(0, SchemaCluster.SHARDS - 1)) {
            cluster.onShard(shard, "SET GLOBAL local_infile = 1");
        }
        both(
                "CREATE TABLE pins (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, n INT, name CHAR(24))"
                        + " CHARACTER SET utf8mb4",
                "object type=1");
        String visits = "(visit_id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, ip VARCHAR(45) NOT NULL)";
        run(plain, "CREATE DATABASE IF NOT EXISTS legacy", "DROP TABLE IF EXISTS legacy.items");
        run(plain, "CREATE DATABASE IF NOT EXISTS lookup", "DROP TABLE IF EXISTS lookup.visits");
        run(plain, "CREATE TABLE lookup.visits " + visits);
        run(
                client,
                "CREATE TABLE lookup.visits " + visits + " COMMENT 'pinion: hashed key=visit_id sequence=visit_id'");
        run(plain, "CREATE TABLE legacy.items (id INT PRIMARY KEY, n INT)");
        run(client, "CREATE TABLE legacy.items (id INT PRIMARY KEY, n INT)");
        both(
                "CREATE TABLE tags (pin_id BIGINT NOT NULL, tag VARCHAR(20) NOT NULL, n INT, PRIMARY KEY (pin_id, tag))"
                        + " CHARACTER SET utf8mb4",
                "mapping from=pin_id");
        return "tags";
    }

    private void fill() throws SQLException {
        for (String table : List.of("pins", "tags", "lookup.visits", "legacy.items")) {
            both("DELETE FROM " + table);
        }
        List<String> pins = new ArrayList<>();
        List<String> tags = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            pins.add("(%d, %d, 'p%d')".formatted(pin(i), i * 7 % 12, i % 5));
            tags.add("(%d, 't%d', %d)".formatted(pin(i), i % 3, i));
        }
        both("INSERT INTO pins (id, n, name) VALUES " + String.join(", ", pins));
        both("INSERT INTO tags VALUES " + String.join(", ", tags));
        both("INSERT INTO legacy.items VALUES (1, 1), (2, 2)");
    }

    @Test
    @Timeout(900)
    void aSettingChangesNothingOfWhatPinionDoes() throws Exception {
        List<String> differences = new ArrayList<>();
        String only = System.getProperty("pinion.settings.only", "");
        for (String setting : settings()
                .filter(text -> text.matches("(?s).*(" + only + ").*"))
                .toList()) {
            differences.addAll(differencesOf(setting));
        }
        assertThat(String.join("\n", differences)).isEmpty();
    }

    private List<String> differencesOf(String setting) throws Exception {
        List<String> differences = new ArrayList<>();
        List<String> filled = List.of();
        for (Deed deed : deeds()) {
            try (Connection through = connect(first);
                    Connection direct = cluster.toShard(0)) {
                if (!contents(client).equals(filled) || !contents(plain).equals(filled)) {
                    fill();
                    filled = contents(client);
                }
                run(direct, "USE " + PLAIN, "SET " + setting);
                run(through, "SET " + setting);
                differences.addAll(difference(direct, through, deed, filled));
            }
        }
        return differences.stream().map(found -> setting + ", " + found).toList();
    }

    private List<String> difference(Connection direct, Connection through, Deed deed, List<String> before)
            throws Exception {
        List<String> found = outcomes(through, deed, false);
        through.close();
        List<String> are = contents(client);
        if (found.getLast().equals(REFUSED)) {
            return are.equals(before) ? List.of() : List.of(deed.name() + " is refused and leaves " + are);
        }
        List<String> expected = outcomes(direct, deed, true);
        direct.close();
        if (found.equals(List.of(NOT_SAFE)) && are.equals(before)) {
            return List.of();
        }
        expected.addAll(contents(plain));
        found.addAll(are);
        return expected.equals(found)
                ? List.of()
                : List.of(deed.name() + ":\n  direct:  " + expected + "\n  through: " + found);
    }

    private static List<String> contents(Connection connection) throws SQLException {
        List<String> contents = new ArrayList<>();
        for (String table : TABLES) {
            contents.add(String.join("; ", ask(connection, table)));
        }
        return contents;
    }

    /** Up to what is refused: the client ends there. */
    private static List<String> outcomes(Connection connection, Deed deed, boolean direct) throws Exception {
        List<String> outcomes = new ArrayList<>();
        for (String sql : deed.statements()) {
            // Pinion takes it for what it is under other modes.
            String text = direct && sql.equals("BEGIN") ? "START TRANSACTION" : sql.formatted(file());
            outcomes.add(outcome(connection, text));
            if (outcomes.getLast().equals(REFUSED)) {
                break;
            }
        }
        return outcomes;
    }

    private static String outcome(Connection connection, String sql) {
        try {
            if (sql.startsWith("?")) {
                try (PreparedStatement prepared = connection.prepareStatement(sql.substring(1))) {
                    return told(prepared, prepared.execute());
                }
            }
            try (Statement statement = connection.createStatement()) {
                return told(statement, statement.execute(sql));
            }
        } catch (SQLException e) {
            return "error " + e.getErrorCode();
        }
    }

    private static String told(Statement statement, boolean rows) throws SQLException {
        if (!rows) {
            return String.valueOf(statement.getUpdateCount());
        }
        List<String> lines = new ArrayList<>();
        try (ResultSet result = statement.getResultSet()) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                StringBuilder line = new StringBuilder();
                for (int column = 1; column <= columns; column++) {
                    line.append(column == 1 ? "" : " | ").append(result.getString(column));
                }
                lines.add(line.toString());
            }
        }
        return lines.toString();
    }

    private static String file() throws Exception {
        Path file = files.resolve("tags.txt");
        if (!Files.exists(file)) {
            StringBuilder rows = new StringBuilder();
            for (int i = 0; i < 12; i++) {
                rows.append(pin(i)).append("\tloaded\t").append(i).append('\n');
            }
            Files.writeString(file, rows, StandardCharsets.US_ASCII);
        }
        return file.toString();
    }
}
