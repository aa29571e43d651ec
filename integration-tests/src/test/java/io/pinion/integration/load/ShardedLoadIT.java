package io.pinion.integration.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mysql.cj.jdbc.JdbcStatement;
import com.mysql.cj.jdbc.StatementImpl;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.SchemaCluster;
import io.pinion.integration.testing.WritesBesideOneServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;

/** LOAD DATA LOCAL into 64 shards on two real servers, beside the same into one unsharded table. */
@OnEachServer
class ShardedLoadIT extends WritesBesideOneServer {
    private static final int ROWS = 200_000;

    private static final String WORDS =
            "CREATE TABLE words (word VARCHAR(12) NOT NULL PRIMARY KEY, n INT) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin";

    private Path directory;

    @BeforeParameterizedClassInvocation(injectArguments = false)
    void keepFilesIn(@TempDir Path files) {
        directory = files;
    }

    @Override
    protected String makeTables() throws SQLException {
        for (int shard : new int[] {0, SchemaCluster.SHARDS - 1}) {
            cluster.onShard(shard, "SET GLOBAL local_infile = 1");
        }
        both(
                "CREATE TABLE posts (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, n INT, name VARCHAR(40))"
                        + " CHARACTER SET utf8mb4",
                "object type=1");
        both(
                "CREATE TABLE likes (user_id BIGINT NOT NULL, tag VARCHAR(24) NOT NULL, n INT, PRIMARY KEY (user_id, tag))"
                        + " CHARACTER SET utf8mb4",
                "mapping from=user_id");
        both(
                "CREATE TABLE timed (user_id BIGINT NOT NULL, n INT, ts TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6))",
                "mapping from=user_id");
        both("CREATE TABLE items (i_id INT NOT NULL PRIMARY KEY, name VARCHAR(24))", "reference");
        both("CREATE TABLE numbered (n INT NOT NULL AUTO_INCREMENT PRIMARY KEY, name VARCHAR(24))", "reference");
        try (Connection lookup = connect("lookup", "")) {
            run(lookup, WORDS + " COMMENT 'pinion: hashed key=word'");
        }
        run(plain, WORDS);
        return "numbered";
    }

    @Test
    void rowsFindTheShardsOfTheirIds() throws Exception {
        sameLoad(
                "posts",
                "",
                " %d\t1\tone\n%d \t\\N\ttab\\\there\n+%d\t3\t\\N\n%d\t4\tlast, without a line end"
                        .formatted(post(0, 1), post(5, 7), post(63, 1), post(40, 3)));
    }

    @Test
    void separatorsAreThoseOfTheStatement() throws Exception {
        sameLoad(
                "likes",
                "FIELDS TERMINATED BY '||' OPTIONALLY ENCLOSED BY '\"' ESCAPED BY '' LINES STARTING BY '>>' TERMINATED BY"
                        + " '\\r\\n' IGNORE 1 LINES (tag, user_id, n)",
                "tag||user||n\r\n>>\"a \"\"quoted\"\" ||, \r\n two lines\"||%d||1\r\nno row\r\n>>plain||\"%d\"||NULL\r\nx>>c||%d||3||surplus\"\r\n"
                        .formatted(post(1, 1), post(33, 1), post(2, 9)));
        sameLoad(
                "likes",
                "CHARACTER SET latin1 FIELDS TERMINATED BY ',' ENCLOSED BY '''' ESCAPED BY '!'",
                "%d,'caf\u00e9 it''s',1\n'%d',!Nx,2\n%d,NULL,3\n%d,!,!!,4\n"
                        .formatted(post(1, 1), post(33, 1), post(2, 9), post(3, 1))
                        .getBytes(StandardCharsets.ISO_8859_1));
        sameLoad(
                "likes",
                "FIELDS TERMINATED BY ',' ENCLOSED BY '\"' ESCAPED BY '\"'",
                "%d,\"a\"\"b\",1\n\"%d\",\"c,\nd\",2\n".formatted(post(1, 1), post(33, 1)));
    }

    @Test
    void anEmptyFileLoadsNothing() throws Exception {
        sameLoad("likes", "", "");
        sameLoad("likes", "IGNORE 5 LINES", "a\nb\n");
    }

    @Test
    void variablesAndExpressionsAreTheRows() throws Exception {
        sameLoad(
                "likes",
                "(@skipped, user_id, @tag, @n) SET tag = UPPER(CONCAT(@tag, '-', @N)), n = @n + 1",
                "x\t%d\ta\t1\ny\t%d\tb\t2\nlast\t%d\tc\t\\N\n".formatted(post(1, 1), post(33, 1), post(60, 1)));
        // One server leaves the last row's values.
        assertThat(ask(client, "SELECT @skipped, @tag, @n, @pinion_load_n"))
                .containsExactly("null | null | null | null");
    }

    @Test
    void duplicatesAreSkippedOrReplaced() throws Exception {
        String rows =
                "%d\ta\t1\n%d\tb\t2\n%d\ta\t3\n%d\ta\t4\n".formatted(post(1, 1), post(33, 1), post(1, 1), post(2, 1));
        sameLoad("likes", "", rows);
        for (String how : new String[] {"", "IGNORE", "REPLACE"}) {
            sameInfo("likes", how, rows.replace("\t2", "\t7").getBytes(StandardCharsets.UTF_8), "");
            sameRows("likes");
        }
    }

    @Test
    void warningsNameTheRowsOfTheFile() throws Exception {
        both("DELETE FROM likes");
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            rows.append(post(i % 64, i)).append("\tt").append(i).append('\t').append(i % 50 == 7 ? "many" : i);
            rows.append(i == 99 ? "\ttoo much\n" : i == 120 ? "\n1\n" : "\n");
        }
        String file = rows.toString().replace("\n1\n", "\n" + post(3, 1) + "\n");
        sameInfo("likes", "", file.getBytes(StandardCharsets.UTF_8), "");
        List<String> told = ask(client, "SHOW WARNINGS").stream()
                .map(line -> line.replaceFirst(" \\(ddl\\d+\\)$", "").replaceFirst("`ddl\\d+`", '`' + PLAIN + '`'))
                .sorted()
                .toList();
        assertThat(told)
                .isEqualTo(ask(plain, "SHOW WARNINGS").stream().sorted().toList())
                .anyMatch(line -> line.contains("row 159"));
        sameRows("likes");
    }

    @Test
    void hashedKeysFindTheirShards() throws Exception {
        try (Connection lookup = connect("lookup", "")) {
            byte[] rows = "apple\t1\nb\u00e4r\t2\n\u65e5\u672c\t3\ntab\\\tbed\t4\n".getBytes(StandardCharsets.UTF_8);
            Path file = Files.write(directory.resolve("words"), rows);
            String sql = "LOAD DATA LOCAL INFILE '" + file + "' INTO TABLE words CHARACTER SET utf8mb4";
            assertThat(count(lookup, sql)).isEqualTo(count(plain, sql)).isEqualTo(4);
            assertThat(ask(lookup, "SELECT * FROM words ORDER BY n"))
                    .isEqualTo(ask(plain, "SELECT * FROM words ORDER BY n"));
            assertThat(ask(lookup, "SELECT n FROM words WHERE word = '\u65e5\u672c'"))
                    .containsExactly("3");
            Files.writeString(file, "fine\t1\nlonger than its column\t2\n");
            assertThatThrownBy(() -> run(lookup, sql))
                    .hasMessageContaining("row 2 of the file", "room for 12 characters");
            assertThat(ask(lookup, "SELECT COUNT(*) FROM words")).containsExactly("4");
        }
    }

    @Test
    void everyCopyOfAReferenceTableGetsTheFile() throws Exception {
        sameLoad("items", "FIELDS TERMINATED BY ','", "1,cup\n2,pen\n3,'ink\n");
        for (int shard : new int[] {0, 31, 32, 63}) {
            try (Connection root = cluster.toShard(shard)) {
                assertThat(ask(root, "SELECT COUNT(*), MAX(name) FROM " + SchemaCluster.database(shard) + ".items"))
                        .containsExactly("3 | pen");
            }
        }
        sameLoad("numbered", "", "5\tfive\n6\tsix\n");
    }

    /** Each shard's part is sent in several pieces. */
    @Test
    void aPartOfSeveralPiecesIsSentOnce() throws Exception {
        both("DELETE FROM likes");
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < 60_000; i++) {
            rows.append(post(i % 2 * 40, 1))
                    .append("\ttag ")
                    .append(i)
                    .append(" of some\t")
                    .append(i)
                    .append('\n');
        }
        sameLoad("likes", "", rows.toString());
    }

    @Test
    void aLoadIsKilledWhileItsFileIsComing() throws Exception {
        run(client, "DELETE FROM likes");
        byte[] rows = (post(3, 1) + "\ttag\t1\n").getBytes(StandardCharsets.US_ASCII);
        try (Connection own = connect("pinterest", "&allowLoadLocalInfile=true");
                Statement load = own.createStatement()) {
            String session = ask(own, "SELECT CONNECTION_ID()").getFirst();
            load.unwrap(JdbcStatement.class)
                    .setLocalInfileInputStream(
                            new SequenceInputStream(new ByteArrayInputStream(rows), new ByteArrayInputStream(rows) {
                                private boolean killed;

                                @Override
                                public synchronized int read(byte[] into, int from, int most) {
                                    if (!killed) {
                                        killed = true;
                                        kill(session);
                                    }
                                    return super.read(into, from, most);
                                }
                            }));
            assertThatThrownBy(() -> load.execute("LOAD DATA LOCAL INFILE 'stream' INTO TABLE likes"))
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(1317));
        }
        assertThat(ask(client, "SELECT COUNT(*) FROM likes")).containsExactly("0");
    }

    private void kill(String session) {
        try (Connection other = connect("pinterest", "")) {
            run(other, "KILL QUERY " + session);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void nothingIsLeftOfAFileWithOneBadRow() throws Exception {
        both("DELETE FROM likes");
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < ROWS; i++) {
            rows.append(post(i % 64, i))
                    .append("\ta tag of some length ")
                    .append(i % 7)
                    .append('\t')
                    .append(i)
                    .append('\n');
        }
        Path file = Files.writeString(directory.resolve("bad"), rows + "99\tx\t1\n" + post(64, 1) + "\tx\t1\n" + rows);
        String sql = "LOAD DATA LOCAL INFILE '" + file + "' INTO TABLE likes";
        assertThatThrownBy(() -> run(client, sql)).hasMessageContaining("row " + (ROWS + 1) + " of the file");
        assertThat(ask(client, "SELECT COUNT(*) FROM likes")).containsExactly("0");
        run(client, "BEGIN", "INSERT INTO likes VALUES (" + post(9, 1) + ", 'mine', 1)");
        assertThatThrownBy(() -> run(client, sql)).hasMessageContaining("row " + (ROWS + 1) + " of the file");
        assertThat(ask(client, "SELECT tag FROM likes")).containsExactly("mine");
        run(client, "COMMIT");
        assertThat(ask(client, "SELECT tag FROM likes")).containsExactly("mine");
    }

    @Test
    void aClientsTransactionHoldsTheFile() throws Exception {
        both("DELETE FROM likes");
        run(client, "BEGIN");
        sameInfo(
                "likes",
                "",
                "%d\ta\t1\n%d\tb\t2\n".formatted(post(1, 1), post(33, 1)).getBytes(StandardCharsets.UTF_8),
                "");
        assertThat(ask(client, "SELECT COUNT(*) FROM likes")).containsExactly("2");
        run(client, "ROLLBACK");
        assertThat(ask(client, "SELECT COUNT(*) FROM likes")).containsExactly("0");
    }

    @Test
    void manyRowsGoToManyShardsAtOneMoment() throws Exception {
        run(client, "DELETE FROM timed");
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < ROWS * 2; i++) {
            rows.append(post(i % 64, i)).append('\t').append(i).append('\n');
        }
        Path file = Files.writeString(directory.resolve("many"), rows);
        assertThat(count(client, "LOAD DATA LOCAL INFILE '" + file + "' INTO TABLE timed (user_id, n)"))
                .isEqualTo(ROWS * 2);
        assertThat(ask(client, "SELECT COUNT(*), SUM(n), COUNT(DISTINCT ts) FROM timed"))
                .containsExactly(ROWS * 2 + " | " + (ROWS * 2L - 1) * ROWS + " | 1");
    }

    @Test
    void itMayStandBetweenOtherStatements() throws Exception {
        both("DELETE FROM likes");
        Path file = Files.writeString(
                directory.resolve("between"), "%d\ta\t1\n%d\tb\t2\n".formatted(post(1, 1), post(33, 1)));
        try (Connection several = connect("pinterest", "&allowMultiQueries=true");
                Statement statement = several.createStatement()) {
            statement.execute("BEGIN; LOAD DATA LOCAL INFILE '" + file
                    + "' INTO TABLE likes; COMMIT; SELECT COUNT(*) FROM" + " likes");
            assertThat(statement.getMoreResults()).isFalse();
            assertThat(statement.getUpdateCount()).isEqualTo(2);
            assertThat(statement.getMoreResults()).isFalse();
            assertThat(statement.getMoreResults()).isTrue();
            try (ResultSet rows = statement.getResultSet()) {
                rows.next();
                assertThat(rows.getInt(1)).isEqualTo(2);
            }
        }
    }

    @Test
    void aServerThatTakesNoFilesSaysSo() throws Exception {
        both("DELETE FROM likes");
        Path file =
                Files.writeString(directory.resolve("off"), "%d\ta\t1\n%d\tb\t2\n".formatted(post(1, 1), post(33, 1)));
        cluster.onShard(63, "SET GLOBAL local_infile = 0");
        try {
            assertThatThrownBy(() -> run(client, "LOAD DATA LOCAL INFILE '" + file + "' INTO TABLE likes"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("local");
        } finally {
            cluster.onShard(63, "SET GLOBAL local_infile = 1");
        }
        assertThat(ask(client, "SELECT COUNT(*) FROM likes")).containsExactly("0");
    }

    @Test
    void aClientThatSendsNoFilesIsToldSo() throws Exception {
        Path file = Files.writeString(directory.resolve("none"), "1\n");
        try (Connection without = connect("pinterest", "&allowLoadLocalInfile=false")) {
            assertThatThrownBy(() -> run(without, "LOAD DATA LOCAL INFILE '" + file + "' INTO TABLE likes"))
                    .isInstanceOf(SQLException.class);
            assertThat(ask(without, "SELECT 'alive'")).containsExactly("alive");
        }
        assertThatThrownBy(() -> run(client, "LOAD DATA LOCAL INFILE '/nowhere/at/all' INTO TABLE likes"))
                .isInstanceOf(SQLException.class);
        assertThat(ask(client, "SELECT 'alive'")).containsExactly("alive");
    }

    // --- helpers

    private void sameLoad(String table, String format, String rows) throws Exception {
        sameLoad(table, format, rows.getBytes(StandardCharsets.UTF_8));
    }

    private void sameLoad(String table, String format, byte[] rows) throws Exception {
        both("DELETE FROM " + table);
        sameInfo(table, "", rows, format);
        sameRows(table);
    }

    /** The same file on both sides changes as many rows, and is told of in the same words. */
    private void sameInfo(String table, String how, byte[] rows, String format) throws IOException, SQLException {
        Path file = Files.write(directory.resolve(table), rows);
        String sql = "LOAD DATA LOCAL INFILE '" + file + "' " + how + " INTO TABLE " + table + " " + format;
        assertThat(info(client, sql)).as(sql).isEqualTo(info(plain, sql));
    }

    private void sameRows(String table) throws SQLException {
        String columns = table.equals("posts") ? "id, n, name" : "*";
        String rows = "SELECT " + columns + " FROM " + table + " ORDER BY 1, 2";
        assertThat(ask(client, rows)).isEqualTo(ask(plain, rows));
    }

    /** What an OK says. */
    static String info(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            int rows = statement.executeUpdate(sql);
            return rows + " "
                    + ((StatementImpl) statement).getResultSetInternal().getServerInfo();
        }
    }

    private Connection connect(String keyspace, String options) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + first.address().getPort() + "/" + keyspace
                        + "?sslMode=DISABLED&allowPublicKeyRetrieval=true&socketTimeout=60000&allowLoadLocalInfile=true"
                        + options,
                "app",
                "app");
    }
}
