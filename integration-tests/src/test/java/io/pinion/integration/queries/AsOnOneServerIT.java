package io.pinion.integration.queries;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.RawStatement;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.integration.testing.WritesBesideOneServer;
import io.pinion.server.testing.RawClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
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
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Statements that were once answered otherwise through Pinion than by one server, as text and prepared: answers, errors, the
 * number of warnings and what is left are the server's. The files of {@code sequences/} hold them.
 */
@OnEachServer
class AsOnOneServerIT extends WritesBesideOneServer {
    private static final Path SEQUENCES = Path.of("src/test/resources/sequences");
    private static final int NOT_PREPARED = 1295;

    /** What a session sends, one after the other. */
    private record Sequence(String title, List<String> statements) {
        static List<Sequence> of(String file) throws IOException {
            List<Sequence> all = new ArrayList<>();
            for (String lines : Files.readString(SEQUENCES.resolve(file)).split("\n\n")) {
                List<String> statements = lines.lines().toList();
                all.add(new Sequence(statements.getFirst(), statements.subList(1, statements.size())));
            }
            return all;
        }

        @Override
        public String toString() {
            return title;
        }
    }

    /** A statement with a value for each question mark. */
    private record Bound(String sql, List<Object> values) {
        Bound(String sql, Object... values) {
            this(sql, List.of(values));
        }

        String text() {
            String text = sql;
            for (Object value : values) {
                text = text.replaceFirst("\\?", value.toString());
            }
            return text;
        }
    }

    /** How a statement is sent. */
    private enum Form {
        TEXT {
            @Override
            void run(Connection connection, Bound sent, List<String> told) throws SQLException {
                try (Statement statement = connection.createStatement()) {
                    tell(statement, statement.execute(sent.text()), told);
                }
            }
        },
        PREPARED {
            @Override
            void run(Connection connection, Bound sent, List<String> told) throws SQLException {
                try (PreparedStatement statement = connection.prepareStatement(sent.sql())) {
                    for (int i = 0; i < sent.values().size(); i++) {
                        statement.setObject(i + 1, sent.values().get(i));
                    }
                    tell(statement, statement.execute(), told);
                } catch (SQLException e) {
                    if (e.getErrorCode() != NOT_PREPARED) {
                        throw e;
                    }
                    told.add("can't be prepared");
                    TEXT.run(connection, sent, told);
                }
            }
        };

        abstract void run(Connection connection, Bound sent, List<String> told) throws SQLException;

        /** Adds what came back and how many warnings there are. */
        void play(Connection connection, Bound sent, List<String> told) throws SQLException {
            told.add(this + " " + sent);
            try {
                run(connection, sent, told);
            } catch (SQLException e) {
                told.add("error " + e.getErrorCode() + " " + e.getSQLState());
            }
            told.add(Jdbc.value(connection, "SHOW COUNT(*) WARNINGS") + " warnings");
        }

        private static void tell(Statement statement, boolean hasRows, List<String> told) throws SQLException {
            boolean rows = hasRows;
            while (rows || statement.getUpdateCount() >= 0) {
                if (rows) {
                    tellRows(statement, told);
                } else {
                    told.add("changed " + statement.getUpdateCount());
                }
                rows = statement.getMoreResults();
            }
        }

        private static void tellRows(Statement statement, List<String> told) throws SQLException {
            try (ResultSet found = statement.getResultSet()) {
                while (found.next()) {
                    StringBuilder line = new StringBuilder();
                    for (int column = 1; column <= found.getMetaData().getColumnCount(); column++) {
                        line.append(found.getString(column)).append(" | ");
                    }
                    // Messages have the name of the database.
                    told.add(line.toString().replace(PLAIN, "legacy"));
                }
            }
        }
    }

    @Override
    protected String makeTables() throws SQLException {
        run(client, "USE lookup");
        String columns = " INT NOT NULL PRIMARY KEY, n INT, amt DECIMAL(20,6), s VARCHAR(20) NOT NULL DEFAULT '')"
                + " CHARACTER SET utf8mb4";
        both("CREATE TABLE zt (k" + columns, "hashed key=k");
        both("CREATE TABLE zb (k" + columns, "hashed key=k");
        both("CREATE TABLE zo (k INT NOT NULL PRIMARY KEY, i INT)", "hashed key=k");
        for (int k = 1; k <= 12; k++) {
            both("INSERT INTO zt VALUES (%d, %d, %d.123456, ' s%d ')".formatted(k, k % 4, k % 7, k));
        }
        both("INSERT INTO zb VALUES (2, 1, 0.5, ''), (4, 2, 1.5, ''), (9, 3, 2.5, '')");
        both("INSERT INTO zo VALUES (1, 1), (2, NULL), (3, 3)");
        run(client, "USE pinterest");
        return "lookup.zo";
    }

    private static Stream<Sequence> ofSessions() throws IOException {
        return Sequence.of("session.txt").stream();
    }

    private static Stream<Sequence> ofShards() throws IOException {
        return Sequence.of("shards.txt").stream();
    }

    /** In a database that isn't sharded, where everything is the server's. */
    @ParameterizedTest
    @MethodSource("ofSessions")
    void aSessionGoesOnAsOnOneServer(Sequence sequence) throws SQLException {
        if (sequence.title().startsWith("# MariaDB: ") && product != ServerProduct.MARIADB) {
            return;
        }
        for (Form form : Form.values()) {
            try (Connection through = preparing("legacy");
                    Connection direct = preparingOnTheServer()) {
                assertThat(played(through, sequence, form)).isEqualTo(played(direct, sequence, form));
            }
        }
    }

    private static List<String> played(Connection connection, Sequence sequence, Form form) throws SQLException {
        List<String> told = new ArrayList<>();
        for (String sql : sequence.statements()) {
            form.play(connection, new Bound(sql), told);
        }
        return told;
    }

    @ParameterizedTest
    @MethodSource("ofShards")
    void rowsOfShardsAreReadAndChangedAsOnOneServer(Sequence sequence) throws SQLException {
        same(sequence.statements().stream().map(Bound::new).toList());
    }

    /** As drivers bind numbers. */
    @Test
    void boundNumbersMeanTheSameAsOnOneServer() throws SQLException {
        same(List.of(
                new Bound("SELECT k, s FROM zt WHERE k IN (?, ?) ORDER BY k", 3d, 4d),
                new Bound("SELECT k, s FROM zt WHERE k = ?", 3d),
                new Bound("INSERT INTO zt (k, n) VALUES (?, ?), (?, ?)", 90001d, 1d, 90002d, 2d),
                new Bound("INSERT INTO zt (k, n) VALUES (?, ?)", 90001d, 1d),
                new Bound("UPDATE zt SET n = n + ? WHERE k IN (?, ?, ?)", 5d, 3d, 4d, 5d),
                new Bound("DELETE FROM zt WHERE k IN (?, ?)", 3d, 11d),
                new Bound("SELECT k, -? AS x FROM zt WHERE k = 3", 7),
                new Bound("SELECT k, ROW_NUMBER() OVER (ORDER BY ?, k) AS x FROM zt ORDER BY k", 5),
                new Bound("SELECT k, ROW_NUMBER() OVER (ORDER BY ?, k) AS x FROM zt WHERE k = 3", 5),
                new Bound("SELECT k, RANK() OVER (PARTITION BY ? ORDER BY n, ?) AS x FROM zt ORDER BY k", 5, 1)));
        // As text it would be a comment.
        if (product == ServerProduct.MARIADB) {
            // MySQL makes a DOUBLE of a parameter behind a sign.
            same(Form.PREPARED, new Bound("SELECT k, -? AS x FROM zt ORDER BY k", -7));
        }
        same(Form.PREPARED, new Bound("SELECT k, -? AS x FROM zt WHERE k = 3", -7));
        same(Form.PREPARED, new Bound("UPDATE zt SET n = -? WHERE k IN (2, 3)", -7));
        // As text it would be a position.
        same(Form.PREPARED, new Bound("SELECT k FROM zt ORDER BY ?, k", 5));
    }

    /** Each shard gives the average, the sum and the count, and each of these evaluates what it is of. */
    @Test
    void anAverageOverShardsRepeatsItsWarnings() throws SQLException {
        for (String sql : List.of(
                "SELECT AVG(MOD(amt, 0)) AS x FROM zt WHERE k IN (1, 2, 3) GROUP BY n ORDER BY n",
                "SELECT n, AVG(MOD(amt, 0)) AS x FROM zt GROUP BY n ORDER BY n")) {
            for (Form form : Form.values()) {
                try (Connection through = preparing("lookup");
                        Connection direct = preparingOnTheServer()) {
                    List<String> here = outcome(through, form, new Bound(sql));
                    List<String> there = outcome(direct, form, new Bound(sql));
                    assertThat(rows(here)).isEqualTo(rows(there));
                    assertThat(warnings(here)).as(sql).isEqualTo(3 * warnings(there));
                }
            }
        }
    }

    private static List<String> rows(List<String> told) {
        return told.stream().filter(line -> !line.endsWith(" warnings")).toList();
    }

    private static int warnings(List<String> told) {
        return told.stream()
                .filter(line -> line.endsWith(" warnings"))
                .mapToInt(line -> Integer.parseInt(line.substring(0, line.indexOf(' '))))
                .sum();
    }

    private void same(List<Bound> statements) throws SQLException {
        for (Bound sent : statements) {
            for (Form form : Form.values()) {
                same(form, sent);
            }
        }
    }

    /** Within a transaction that is rolled back. */
    private void same(Form form, Bound sent) throws SQLException {
        try (Connection through = preparing("lookup");
                Connection direct = preparingOnTheServer()) {
            assertThat(outcome(through, form, sent)).isEqualTo(outcome(direct, form, sent));
        }
    }

    private static List<String> outcome(Connection connection, Form form, Bound sent) throws SQLException {
        List<String> told = new ArrayList<>();
        run(connection, "BEGIN");
        form.play(connection, sent, told);
        told.addAll(ask(connection, "SELECT * FROM zt ORDER BY k"));
        run(connection, "ROLLBACK");
        return told;
    }

    /** A variable of such bytes has no literal: each statement behind it was refused with 1300. */
    @Test
    void bytesThatAreNoTextLeaveTheSessionAsItIs() throws SQLException {
        for (Form form : Form.values()) {
            try (RawClient through = new RawClient(second.address().getPort());
                    RawClient direct = new RawClient(cluster.portOfShard(0))) {
                assertThat(through.login("app", "app", RawClient.CLASSIC, "lookup")
                                .errorCode())
                        .isZero();
                assertThat(direct.login("root", cluster.rootPassword(0), RawClient.CLASSIC, PLAIN)
                                .errorCode())
                        .isZero();
                assertThat(behindBytes(through, form)).as(form.toString()).isEqualTo(behindBytes(direct, form));
            }
        }
    }

    private static List<String> behindBytes(RawClient client, Form form) {
        ByteArrayOutputStream set = new ByteArrayOutputStream();
        set.write(form == Form.TEXT ? 3 : RawStatement.preparation("")[0]);
        set.writeBytes("SET @a = '".getBytes(StandardCharsets.US_ASCII));
        set.writeBytes(new byte[] {(byte) 0xFF, (byte) 0xFE});
        set.writeBytes("', @b = 2".getBytes(StandardCharsets.US_ASCII));
        client.sendPacket(0, set.toByteArray());
        List<String> told = new ArrayList<>();
        told.add(String.valueOf(
                form == Form.TEXT
                        ? client.readAnswer().errorCode()
                        : Objects.requireNonNull(RawStatement.read(client))
                                .execute()
                                .errorCode()));
        for (String sql : List.of(
                "SELECT CONCAT_WS(' ', HEX(@a), @b)",
                "SELECT 1",
                "SELECT s FROM zt WHERE k = 3",
                "SELECT COUNT(*) FROM zt",
                "UPDATE zt SET n = n WHERE k = 4",
                "SELECT HEX(@a)")) {
            RawClient.Answer answer = client.query(sql);
            told.add(sql + ": " + answer.errorCode() + " " + answer.rows());
        }
        return told;
    }
}
