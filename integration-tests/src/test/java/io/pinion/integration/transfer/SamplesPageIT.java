package io.pinion.integration.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.settings.PairSettings;
import io.pinion.integration.pair.LooseServers;
import io.pinion.integration.pair.PairStage;
import io.pinion.integration.pair.PairlessCluster;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/**
 * The databases of docs/moving-in-samples.md, imported as the page says. {@code -Dpinion.samples.rows=300000} makes as
 * many employees as the original has.
 */
@OnEachServer(mysql = 3)
class SamplesPageIT {
    private static final int ROWS = Integer.getInteger("pinion.samples.rows", 1500);
    private static final int ROWS_AT_ONCE = 5000;
    private static final int SHARDS = 8;
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(?<language>[a-z-]+)\n(?<text>.*?)^```$");

    private PairStage stage;

    @Parameter
    ServerProduct product;

    /** A chapter's blocks of one language. */
    private static List<String> blocks(String chapter, String language) throws IOException {
        String page = Files.readString(Path.of("../docs/moving-in-samples.md"));
        int begin = page.indexOf("\n## " + chapter + "\n");
        int end = page.indexOf("\n## ", begin + 1);
        Matcher block = BLOCK.matcher(page.substring(begin, end < 0 ? page.length() : end));
        List<String> found = new ArrayList<>();
        while (block.find()) {
            if (block.group("language").equals(language)) {
                found.add(block.group("text"));
            }
        }
        return found;
    }

    private static List<String> statements(String block) {
        return List.of(block.strip().split(";\\s*\n|;$"));
    }

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        stage = PairStage.start(product, directory, PairSettings.DEFAULT);
        ShopStage.prepare(stage);
        try (Connection root = stage.servers().first().connection()) {
            execute(root, "CREATE DATABASE numbers", "CREATE TABLE numbers.numbers (n INT PRIMARY KEY)");
            for (int from = 1; from <= ROWS; from += ROWS_AT_ONCE) {
                execute(
                        root,
                        IntStream.range(from, Math.min(from + ROWS_AT_ONCE, ROWS + 1))
                                .mapToObj(number -> "(" + number + ")")
                                .collect(Collectors.joining(",", "INSERT INTO numbers.numbers VALUES ", "")));
            }
            for (String sample : List.of("sakila", "employees")) {
                for (String statement : resource(sample).split(";\n")) {
                    execute(root, statement);
                }
            }
        }
        for (int pair = 0; pair < 3; pair++) {
            Jdbc.rows(
                    stage.operator(),
                    "CREATE PAIR " + List.of("old", "p1", "p2").get(pair) + " PRIMARY "
                            + LooseServers.at(stage.servers().all().get(pair))
                            + (pair == 0 ? " AS HOME" : "") + PairStage.LOGIN);
        }
    }

    private static String resource(String sample) throws IOException {
        try (InputStream text = SamplesPageIT.class.getResourceAsStream("/samples/" + sample + ".sql")) {
            if (text == null) {
                throw new IOException("no " + sample);
            }
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void execute(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (stage != null) {
            stage.stop();
        }
    }

    @Test
    void bothAreImportedAsThePageSays() throws Exception {
        // All of these are told before anything is done.
        assertThatThrownBy(() -> imported("Sakila")).hasMessageContaining("trigger rental_date of rental");
        try (Connection root = stage.servers().first().connection()) {
            execute(root, statements(blocks("Sakila", "sql").getFirst()).toArray(String[]::new));
            assertThatThrownBy(() -> imported("Sakila"))
                    .hasMessageContaining("ALTER TABLE payment DROP FOREIGN KEY fk_payment_rental");
            String keys =
                    statements(blocks("What goes first", "sql").getFirst()).getFirst();
            execute(root, Jdbc.column(root, keys).toArray(String[]::new));
        }
        requireSame("Sakila", blocks("Sakila", "sql").getLast());
        requireSame("Employees", blocks("Employees", "sql").getFirst());
    }

    private void requireSame(String chapter, String questions) throws Exception {
        String database = chapter.toLowerCase(Locale.ROOT);
        try (Connection app = stage.cluster().connect(0, database, "", "app", PairlessCluster.PASSWORD)) {
            Map<String, String> rows = tables(app, database);
            assertThat(rows).hasSizeGreaterThan(5);
            List<List<List<String>>> before = answers(app, questions);
            assertThat(before).allSatisfy(answer -> assertThat(answer).isNotEmpty());
            imported(chapter);
            assertThat(answers(app, questions)).isEqualTo(before);
            assertThat(tables(app, database)).isEqualTo(rows);
        }
    }

    private static List<List<List<String>>> answers(Connection app, String questions) throws SQLException {
        List<List<List<String>>> answers = new ArrayList<>();
        for (String question : statements(questions)) {
            answers.add(Jdbc.rows(app, question));
        }
        return answers;
    }

    /** The number of rows of each base table. */
    private static Map<String, String> tables(Connection app, String database) throws SQLException {
        Map<String, String> rows = new TreeMap<>();
        for (String table : Jdbc.column(
                app,
                "SELECT table_name FROM information_schema.tables WHERE table_schema = '" + database
                        + "' AND table_type = 'BASE TABLE'")) {
            rows.put(table, Jdbc.column(app, "SELECT COUNT(*) FROM " + table).getFirst());
        }
        return rows;
    }

    private void imported(String chapter) throws Exception {
        String database = chapter.toLowerCase(Locale.ROOT);
        String number = Jdbc.rows(
                        stage.operator(),
                        "IMPORT DATABASE " + database + " AS MOD SHARDS " + SHARDS + " ON PAIRS p1, p2 TABLES '"
                                + blocks(chapter, "json-part").getFirst() + "'")
                .getFirst()
                .getFirst();
        String end = new ShopStage(stage).awaitEnd(number);
        System.out.println(product + ", " + chapter + ": " + end);
        assertThat(end).contains("handed over, after a pause of");
        Jdbc.rows(stage.operator(), "FINISH OPERATION " + number);
    }
}
