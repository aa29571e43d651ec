package io.pinion.integration.queries;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.integration.testing.WritesBesideOneServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Statements of every part of the servers' grammars are answered as by one server, on one shard and over all, as text and
 * prepared; those that Pinion refuses stand in docs/sql-support.md, whose list {@code -Dcases.update} writes.
 */
@OnEachServer
class GrammarIT extends WritesBesideOneServer {
    private static final Path PAGE = Path.of("../docs/sql-support.md");
    private static final String HEADER =
            "| statement | server | rows of one shard | rows of several |\n|---|---|---|---|\n";
    private static final int SYNTAX = 1064;
    private static final int NOT_SUPPORTED = 1235;
    private static final int NO_FUNCTION = 1305;

    /** Pinion's codes for a statement that it doesn't run. */
    private static final Set<Integer> REFUSALS = Set.of(SYNTAX, NOT_SUPPORTED, NO_FUNCTION);

    /** What isn't as on the server, by statement. */
    private final Map<String, String> differences = new TreeMap<>();

    @Override
    protected String makeTables() throws SQLException {
        run(client, "USE lookup");
        both(
                "CREATE TABLE visits (ip VARCHAR(40) COLLATE " + exact() + " NOT NULL PRIMARY KEY, hits INT, cost"
                        + " DECIMAL(8,3), name VARCHAR(20)) CHARACTER SET utf8mb4",
                "hashed key=ip");
        both(
                "CREATE TABLE visit_log (ip VARCHAR(40) COLLATE " + exact()
                        + " NOT NULL, n INT, at DATETIME, size BIGINT," + " PRIMARY KEY (ip, n)) CHARACTER SET utf8mb4",
                "hashed key=ip");
        for (int i = 0; i < 20; i++) {
            String ip = "'10.0." + i % 7 + "." + i + "'";
            both("INSERT INTO visits VALUES (%s, %s, %d.5, '%s')"
                    .formatted(ip, i == 9 ? "NULL" : i % 4, i % 5, " abc".repeat(i % 3)));
            both(
                    "INSERT INTO visit_log VALUES (%1$s, 1, '2026-11-20 10:00:00', 10), (%1$s, 2, '2026-11-21 10:00:00', %2$d)"
                            .formatted(ip, i));
        }
        through = preparing("lookup");
        server = preparingOnTheServer();
        for (Connection connection : List.of(client, plain, through, server)) {
            run(connection, "SET sql_mode = 'STRICT_TRANS_TABLES'");
        }
        return "lookup.visit_log";
    }

    /** Over several shards these are refused when they are prepared, as docs/corners.md says. */
    private static final Pattern PREPARED_OTHERWISE = Pattern.compile("AS FLOAT|ROW_COUNT\\(\\)");

    /** Its driver prepares what it is told to prepare. */
    @SuppressWarnings("NullAway.Init") // makeTables sets it.
    private Connection through;

    @SuppressWarnings("NullAway.Init") // makeTables sets it.
    private Connection server;

    @Override
    protected void stop() throws Exception {
        for (Connection open : new Connection[] {through, server}) {
            if (open != null) {
                open.close();
            }
        }
        super.stop();
    }

    @Test
    void whatIsRefusedStandsInTheDocs() throws IOException, SQLException {
        String page = Files.readString(PAGE);
        int begin = page.indexOf(HEADER) + HEADER.length();
        int end = page.indexOf("\n\n", begin - 1) + 1;
        assertThat(begin).isGreaterThanOrEqualTo(HEADER.length());
        differences.clear();
        List<String> lines = new ArrayList<>();
        for (GrammarExample example : GrammarExample.all()) {
            for (ServerProduct server : example.products()) {
                String beginning = beginning(example, server);
                String codes = server == product ? codes(example) : "";
                page.lines()
                        .filter(line -> server != product && line.startsWith(beginning))
                        .forEach(lines::add);
                if (!codes.isEmpty()) {
                    lines.add(beginning + codes);
                }
            }
        }
        String listed = lines.stream().map(line -> line + "\n").collect(Collectors.joining());
        assertThat(differences).isEmpty();
        if (System.getProperty("cases.update") != null) {
            Files.writeString(PAGE, page.substring(0, begin) + listed + page.substring(end));
            return;
        }
        assertThat(page.substring(begin, end)).isEqualTo(listed);
    }

    /** The rest of the table's line; empty for a statement that Pinion runs. */
    private String codes(GrammarExample example) throws SQLException {
        String one = refusal(example.ofOneShard());
        String several = refusal(example.ofAllShards());
        return one.isEmpty() && several.isEmpty() ? "" : one + " | " + several + " |";
    }

    private static String beginning(GrammarExample example, ServerProduct server) {
        String text = example.text().replace("|", "\\|").replace("{key}", "…");
        return "| " + (text.contains("`") ? "`` " + text + " ``" : "`" + text + "`") + " | "
                + (server == ServerProduct.MARIADB ? "MariaDB" : "MySQL") + " | ";
    }

    /** The code of Pinion's refusal; empty when it answers as the server does. */
    private String refusal(String sql) throws SQLException {
        String ofText = refusal(sql, answer(plain, sql, false), answer(client, sql, false));
        String prepared = refusal(sql, answer(server, sql, true), answer(through, sql, true));
        if (!prepared.equals(ofText) && !PREPARED_OTHERWISE.matcher(sql).find()) {
            differences.putIfAbsent(sql, "prepared, its refusal is '" + prepared + "' and not '" + ofText + "'");
        }
        return ofText;
    }

    private String refusal(String sql, Answer expected, Answer actual) {
        if (expected.code() == SYNTAX || expected.code() == NO_FUNCTION) {
            differences.put(sql, "no statement of " + product + ": " + expected);
        } else if (REFUSALS.contains(actual.code()) && expected.code() == 0) {
            return String.valueOf(actual.code());
        } else if (!actual.equals(expected)) {
            differences.put(sql, actual + " and not " + expected);
        }
        return "";
    }

    /** @param lines sorted rows, or how many rows were changed and what is left of the tables */
    private record Answer(int code, List<String> lines) {}

    private static Answer answer(Connection connection, String sql, boolean prepared) throws SQLException {
        boolean reads = sql.startsWith("SELECT") || sql.startsWith("(");
        run(connection, "BEGIN");
        try (Statement statement = prepared ? connection.prepareStatement(sql) : connection.createStatement()) {
            List<String> lines = new ArrayList<>();
            if (statement instanceof PreparedStatement known ? known.execute() : statement.execute(sql)) {
                lines.addAll(rows(statement.getResultSet()));
            } else {
                lines.add("changed " + statement.getUpdateCount());
            }
            if (!reads) {
                lines.addAll(ask(connection, "SELECT * FROM visits ORDER BY ip"));
                lines.addAll(ask(connection, "SELECT * FROM visit_log ORDER BY ip, n"));
            }
            return new Answer(0, lines);
        } catch (SQLException e) {
            return new Answer(e.getErrorCode(), List.of());
        } finally {
            run(connection, "ROLLBACK");
        }
    }

    private static List<String> rows(ResultSet set) throws SQLException {
        List<String> lines = new ArrayList<>();
        while (set.next()) {
            StringBuilder line = new StringBuilder();
            for (int column = 1; column <= set.getMetaData().getColumnCount(); column++) {
                line.append(set.getString(column)).append('|');
            }
            lines.add(line.toString());
        }
        lines.sort(null);
        return lines;
    }
}
