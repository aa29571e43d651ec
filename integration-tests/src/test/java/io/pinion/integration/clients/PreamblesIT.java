package io.pinion.integration.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.SharedDemo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What frameworks and tools send first ({@code clients/preambles.txt}): on a single keyspace the answers are the server's, on
 * sharded ones none is an error.
 */
@ExtendWith(SharedDemo.Provider.class)
class PreamblesIT {
    private static final String TABLE = "preamble_users";

    private static SideBySide sides;

    /** What one tool sends on one connection. */
    record Preamble(String tool, List<String> lines) {
        @Override
        public String toString() {
            return tool;
        }
    }

    @BeforeAll
    static void start(SharedDemo demo) throws Exception {
        sides = SideBySide.start(demo);
        sides.server()
                .execute("CREATE TABLE legacy." + TABLE
                        + " (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40) NOT NULL"
                        + " DEFAULT 'x' COMMENT 'ä', made TIMESTAMP NULL, UNIQUE KEY by_name (name)) CHARSET utf8mb4");
    }

    @AfterAll
    static void stop() throws Exception {
        sides.server().execute("DROP TABLE legacy." + TABLE);
        sides.close();
    }

    @ParameterizedTest
    @MethodSource("preambles")
    void isAnsweredAsByTheServer(Preamble preamble) throws SQLException {
        SideBySide.assertSame(
                answers(preamble, sides.directPort(), "legacy", TABLE),
                answers(preamble, sides.proxyPort(), "legacy", TABLE));
    }

    @ParameterizedTest
    @MethodSource("preambles")
    void isAnsweredOnAnIdKeyspace(Preamble preamble) throws SQLException {
        assertThat(answers(preamble, sides.proxyPort(), "pinterest", "pins"))
                .isNotEmpty()
                .noneMatch(line -> line.startsWith("error"));
    }

    @ParameterizedTest
    @MethodSource("preambles")
    void isAnsweredOnAModKeyspace(Preamble preamble) throws SQLException {
        assertThat(answers(preamble, sides.proxyPort(), "lookup", "ip_data"))
                .isNotEmpty()
                .noneMatch(line -> line.startsWith("error"));
    }

    static Stream<Preamble> preambles() throws IOException {
        List<Preamble> all = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of(InstalledProgram.script("preambles.txt")))) {
            if (line.startsWith("## ")) {
                all.add(new Preamble(line.substring(3), new ArrayList<>()));
            } else if (!line.isBlank() && !line.startsWith("#")) {
                all.getLast().lines().add(line);
            }
        }
        return all.stream();
    }

    /** A line for each result: the names of its columns, and its rows as text where they may be compared. */
    private static List<String> answers(Preamble preamble, int port, String database, String table)
            throws SQLException {
        List<String> answers = new ArrayList<>();
        String url = "jdbc:mysql://127.0.0.1:" + port + "/" + database
                + "?allowMultiQueries=true&allowPublicKeyRetrieval=true&socketTimeout=20000";
        try (Connection connection = DriverManager.getConnection(url, "app", "app");
                Statement statement = connection.createStatement()) {
            for (String line : preamble.lines()) {
                char mark = line.startsWith("~ ") || line.startsWith("! ") ? line.charAt(0) : ' ';
                String sql = (mark == ' ' ? line : line.substring(2))
                        .replace("{db}", database)
                        .replace("{table}", table);
                try {
                    boolean rows = statement.execute(sql);
                    while (rows || statement.getUpdateCount() >= 0) {
                        answers.add(sql + ": " + (rows ? result(statement.getResultSet(), mark) : "done"));
                        rows = statement.getMoreResults();
                    }
                } catch (SQLException refusal) {
                    answers.add("error " + refusal.getErrorCode() + " " + refusal.getMessage() + " to " + sql);
                }
            }
        }
        return answers;
    }

    private static String result(ResultSet result, char mark) throws SQLException {
        try (result) {
            ResultSetMetaData known = result.getMetaData();
            List<List<String>> seen = new ArrayList<>();
            List<String> names = new ArrayList<>();
            for (int column = 1; column <= known.getColumnCount(); column++) {
                names.add(known.getColumnLabel(column));
            }
            seen.add(names);
            while (result.next() && mark == ' ') {
                List<String> row = new ArrayList<>();
                for (int column = 1; column <= known.getColumnCount(); column++) {
                    row.add(String.valueOf(result.getString(column)));
                }
                seen.add(row);
            }
            return mark == '!' ? "answered" : seen.toString();
        }
    }
}
