package io.pinion.integration.reading;

import static io.pinion.server.testing.Conditions.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.SchemaCluster;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.integration.testing.WritesBesideOneServer;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.ShardNames;
import io.pinion.routing.text.SqlTokenizer;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.CharsetClass;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TextProblem;
import io.pinion.routing.text.lexer.TextRules;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server reads otherwise than its text looks, Pinion refuses; and what Pinion reads, the server reads, too. */
@OnEachServer
class ReadingIT extends WritesBesideOneServer {
    private static final int SHARD = 5;
    private static final long PIN = post(SHARD, 1);
    private static final int ROWS = 7;

    /** To a server it is {@code DELETE … WHERE id = … OR 1=1 AND 1 * 1}. */
    private static final String DELETES_ALL = "/*! delete from pins where %s = %s /*! or 1=1 */ and 1 */**/ 1";

    private static final String QUOTED = "SELECT COUNT(*) FROM pins WHERE \"a\" = 'a'";

    @Override
    protected String makeTables() throws SQLException {
        run(
                client,
                "CREATE TABLE pins (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, n INT) COMMENT 'pinion: object"
                        + " type=1'");
        return "pins";
    }

    private SqlDialect dialect() {
        return switch (product) {
            case MARIADB -> SqlDialect.MARIADB;
            case MYSQL97 -> SqlDialect.MYSQL;
        };
    }

    @BeforeEach
    void fill() throws SQLException {
        String table = SchemaCluster.database(SHARD) + ".pins";
        cluster.onShard(SHARD, "DELETE FROM " + table);
        for (int row = 1; row <= ROWS; row++) {
            cluster.onShard(SHARD, "INSERT INTO " + table + " VALUES (" + row + ", " + row + ")");
        }
    }

    // --- a version comment in a version comment

    @Test
    void theServerReadsItAsADeleteOfAllRows() throws SQLException {
        try (Connection root = cluster.toShard(SHARD)) {
            run(root, "USE " + SchemaCluster.database(SHARD), "BEGIN");

            assertThat(count(root, DELETES_ALL.formatted("local_id", 1))).isEqualTo(ROWS);

            run(root, "ROLLBACK");
        }
    }

    @Test
    void asTextItIsRefused() throws SQLException {
        refusedAndHarmless(() -> execute(client, DELETES_ALL.formatted("id", PIN)));
    }

    @Test
    void preparedItIsRefused() throws SQLException {
        refusedAndHarmless(() -> {
            try (PreparedStatement statement = client.prepareStatement(DELETES_ALL.formatted("id", "?"))) {
                statement.setLong(1, PIN);
                statement.execute();
            }
        });
    }

    @Test
    void preparedByTextItIsRefused() throws SQLException {
        refusedAndHarmless(() -> execute(client, "PREPARE s FROM '" + DELETES_ALL.formatted("id", PIN) + "'"));
        run(client, "SET @all = '" + DELETES_ALL.formatted("id", PIN) + "'");
        refusedAndHarmless(() -> execute(client, "PREPARE s FROM @all"));
    }

    @Test
    void withinSeveralStatementsItIsRefused() throws SQLException {
        try (Connection several = open("app", "pinterest", "&allowMultiQueries=true")) {
            refusedAndHarmless(() -> runAll(several, "SELECT 1; " + DELETES_ALL.formatted("id", PIN) + "; SELECT 2"));
            refusedAndHarmless(() -> runAll(several, DELETES_ALL.formatted("id", PIN) + "; SELECT 2"));
        }
    }

    @Test
    void byTheShardsOwnNameItIsRefused() throws SQLException {
        try (Connection physical = open("app", SchemaCluster.database(SHARD), "")) {
            refusedAndHarmless(() -> execute(physical, DELETES_ALL.formatted("local_id", 1)));
        }
        try (Connection legacy = open("app", "legacy", "")) {
            refusedAndHarmless(() -> execute(
                    legacy,
                    DELETES_ALL
                            .replace("pins", SchemaCluster.database(SHARD) + ".pins")
                            .formatted("local_id", 1)));
        }
    }

    @Test
    void inADatabaseThatIsNotShardedItRunsForUsersWithAllRightsAlone() throws SQLException {
        try (Connection legacy = open("app", "legacy", "");
                Connection limited = open("lookupper", "lookup", "")) {
            assertThat(first(legacy, "SELECT 0 /*! +1 /*! +2 */ +3")).isEqualTo("6");
            assertThatThrownBy(() -> execute(limited, "SELECT 0 /*! +1 /*! +2 */ +3"))
                    .hasMessageContaining("otherwise than Pinion");
        }
    }

    // --- blanks

    @Test
    void aBlankOfLatin1IsRefused() throws SQLException {
        try (Connection latin1 = open("app", "pinterest", "&characterEncoding=ISO-8859-1")) {
            refusedAndHarmless(() -> execute(latin1, "DELETE FROM pins WHERE id = " + PIN + "\u00A0OR\u00A01=1"));
        }
    }

    /** Of every character set that a client may have, each byte above ASCII. */
    @Test
    void noServerReadsABlankOrACommentThatPinionDoesNot() throws SQLException {
        List<String> different = new ArrayList<>();
        try (Connection root = toServer("&characterEncoding=ISO-8859-1")) {
            for (String charset : charsets(root)) {
                TextRules rules =
                        new TextRules(false, false, false, false, CharsetClass.of(charset), dialect(), version(root));
                for (int value = 0x80; value <= 0xFF; value++) {
                    String blank = "SELECT 'a'%1$cAS%1$cq".formatted((char) value);
                    String comment = "SELECT 1 --%1$c+5".formatted((char) value);
                    boolean isBlank = "q".equals(label(root, blank));
                    boolean isComment = "1".equals(answer(root, comment));
                    if ((isBlank && !isDoubtful(blank, rules)) || (isComment && !isDoubtful(comment, rules))) {
                        different.add(charset + " " + Integer.toHexString(value));
                    }
                }
            }
        }
        assertThat(different).isEmpty();
    }

    // --- views

    /** MySQL writes a character whose second byte is the backslash's so that its string ends, and what follows is code. */
    @Test
    void noServerReadsAViewOtherwiseThanItWasWritten() throws SQLException {
        List<String> different = new ArrayList<>();
        try (Connection root = toServer("&characterEncoding=ISO-8859-1")) {
            run(root, "USE " + SchemaCluster.database(SHARD));
            for (String charset : charsets(root)) {
                TextRules rules =
                        new TextRules(false, false, false, false, CharsetClass.of(charset), dialect(), version(root));
                run(root, "SET character_set_connection = " + charset);
                for (char first : "\u0081\u00A4".toCharArray()) {
                    String select =
                            "SELECT ' AS z, 1 AS u -- ' AS y, '" + first + "\\' AS x, ' AS z, 1 AS u -- ' AS y2";
                    String view = "CREATE OR REPLACE VIEW written AS " + select;
                    if (!labels(root, select).equals(List.of("y", "x", "y2")) || isDoubtful(view, rules)) {
                        continue;
                    }
                    run(root, view);
                    if (!labels(root, "SELECT * FROM written").equals(List.of("y", "x", "y2"))
                            || !ask(root, "SELECT y2 FROM written").equals(ask(root, "SELECT y FROM written"))) {
                        different.add(charset + " " + Integer.toHexString(first));
                    }
                }
            }
            run(root, "DROP VIEW IF EXISTS written");
        }
        assertThat(different).isEmpty();
    }

    @Test
    void aViewThatTheServerWouldReadOtherwiseIsRefused() throws SQLException {
        try (Connection limited = open("lookupper", "lookup", "&characterEncoding=GBK")) {
            String sql = "CREATE VIEW written AS SELECT '\u4E57' AS x"; // 0x815C in gbk
            assertThatThrownBy(() -> execute(limited, sql))
                    .hasMessageContaining(
                            dialect() == SqlDialect.MYSQL ? "otherwise than Pinion" : "a view over lookup");
        }
    }

    // --- comments

    /** The server's answer is that of the tokens that Pinion sees, unless Pinion says that it doesn't know. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 0 /*! +1 */ +2",
                "SELECT 0 /*! +1 /*! +2 */ +3",
                "SELECT 0 /*! +1 /* +2 */ +3 */ +4",
                "SELECT 0 /*!50000 +1 /*!50000 +2 */ +3",
                "SELECT 0 /*!50000 +1 /*!99999 +2 */ +3 */ +4",
                "SELECT 0 /*!50000 +1 /*!999999 +2 */ +3 */ +4",
                "SELECT 0 /*!99999 +1 /* +2 */ +3 */ +4",
                "SELECT 0 /*!999999 +1 /* +2 */ +3 */ +4",
                "SELECT 0 /*!999999 +1 /*! +2 */ +3 */ +4",
                "SELECT 0 /*!999999 +1 /* /* +2 */ +3 */ +4",
                "SELECT 0 /*!999999 +1 # */ +2",
                "SELECT 0 /*! +1 # */ +2\n +3 */ +4",
                "SELECT 0 /*! +1 -- */ +2\n +3 */ +4",
                "SELECT 0 /*! +'*/' */ +4",
                "SELECT 0 /*!+1*/",
                "SELECT 0 /*!50000+1*/",
                "SELECT 0 /*!500001+1*/",
                "SELECT 0 /*!050000+1*/",
                "SELECT 0 /*!050000 +1*/",
                "SELECT 0 /*!80000+1*/",
                "SELECT 0 /*!080000 +1*/",
                "SELECT 0 /*!90000+1*/",
                "SELECT 0 /*!090704 +1*/",
                "SELECT 0 /*!99999+1*/",
                "SELECT 0 /*!100000+1*/",
                "SELECT 0 /*!100000 +1*/",
                "SELECT 0 /*!110405 +1*/",
                "SELECT 0 /*!999999 +1*/",
                "SELECT 0 /*!50699+1*/",
                "SELECT 0 /*!50700+1*/",
                "SELECT 0 /*!00001+1*/",
                "SELECT 0 /*!5000011+1*/",
                "SELECT 0 /*M!+1*/",
                "SELECT 0 /*M!50700+1*/",
                "SELECT 0 /*m!+1*/",
                "SELECT 0 /*M! +1 /*! +1 */ +1",
                "SELECT 0 /*! +1 /*M! +1 */ +1",
                "SELECT 0 /*! +1 /*M! +1 */ +1 */ +1",
                "SELECT 0 /*M!999999+1*/",
                "SELECT 0 /* /*! */ +1",
                "SELECT 0 /*!*/ +1",
                "SELECT 0 /*/ +1 */ +2",
                "SELECT 0 /*!99999/*/ +1 */ */ +2",
                "SELECT 5 --1",
                "SELECT 5 -- +1\n+2",
                "SELECT 5 --\u0001+1",
                "SELECT 5 --\u007F+1",
                "SELECT /*+ '*/ 1 +1 #' */",
                "SELECT /*+ /* */ 1",
                "SELECT 1e1",
                "SELECT 0x41",
                "SELECT .5 + 1.",
                "SELECT 'a' /* b */ 'c'",
                "SELECT N'a' 'b'",
                "SELECT {d '2020-01-01'}",
                "SELECT {x 1}",
                "SELECT x.$a$ FROM (SELECT 1 AS `$a$`) x",
                "SELECT $a$ FROM (SELECT 1 AS `$a$`) x"
            })
    void whatPinionReadsIsWhatTheServerReads(String sql) throws SQLException {
        try (Connection root = toServer("&characterEncoding=ISO-8859-1")) {
            TextRules rules = TextRules.defaults(dialect(), version(root));
            byte[] bytes = sql.getBytes(StandardCharsets.ISO_8859_1);
            io.pinion.routing.text.Statement read = tokenizer().scan(bytes, rules);
            String answer = answer(root, sql);
            if (answer.isEmpty() || read.problem().isPresent()) {
                return;
            }
            assertThat(answer(root, joined(Tokens.of(read)))).isEqualTo(answer);
        }
    }

    private static String joined(Tokens tokens) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        for (int token = 0; token < tokens.count(); token++) {
            text.writeBytes(tokens.text(token).getBytes(StandardCharsets.ISO_8859_1));
            boolean name = tokens.isSymbol(token, ".") || tokens.isSymbol(token + 1, ".");
            text.writeBytes(name ? new byte[0] : " ".getBytes(StandardCharsets.ISO_8859_1));
        }
        return text.toString(StandardCharsets.ISO_8859_1);
    }

    // --- the server's own modes

    @Test
    void aServerWithOtherGlobalModesIsReportedAndItsTextsAreRefused() throws SQLException {
        String before;
        try (Connection root = cluster.toShard(SHARD)) {
            before = first(root, "SELECT @@GLOBAL.sql_mode");
        }
        try (Connection session = open("app", "pinterest", "");
                Connection own = open("app", "pinterest", "");
                Connection admin = open("admin", "pinterest", "")) {
            execute(own, "SET sql_mode = 'ANSI_QUOTES'");
            cluster.onShard(SHARD, "SET GLOBAL sql_mode = CONCAT(@@GLOBAL.sql_mode, ',ANSI_QUOTES')");
            await(() -> isRefused(session));

            assertThat(first(session, "SELECT COUNT(*) FROM pins")).isEqualTo(String.valueOf(ROWS));
            assertThatThrownBy(() -> execute(session, QUOTED))
                    .hasMessageContaining("ANSI_QUOTES of A's global sql_mode");
            assertThat(first(own, "SELECT COUNT(*) FROM \"pins\"")).isEqualTo(String.valueOf(ROWS));
            await(() ->
                    String.join("\n", ask(admin, "SHOW PAIRS")).contains("A has ANSI_QUOTES in its global sql_mode"));

            execute(session, "SET sql_mode = ''");
            assertThat(first(session, QUOTED)).isEqualTo(String.valueOf(ROWS));
        } finally {
            cluster.onShard(SHARD, "SET GLOBAL sql_mode = '" + before + "'");
        }
        try (Connection session = open("app", "pinterest", "")) {
            await(() -> !isRefused(session));
        }
    }

    /** By Pinion: a server may read a text by its new mode a moment before. */
    private static boolean isRefused(Connection session) {
        try {
            execute(session, QUOTED);
            return false;
        } catch (SQLException e) {
            return String.valueOf(e.getMessage()).contains("global sql_mode");
        }
    }

    // ---

    interface Action {
        void run() throws SQLException;
    }

    private void refusedAndHarmless(Action action) throws SQLException {
        assertThatThrownBy(action::run).isInstanceOf(SQLException.class).hasMessageContaining("otherwise than Pinion");
        try (Connection root = cluster.toShard(SHARD)) {
            assertThat(ask(root, "SELECT COUNT(*) FROM " + SchemaCluster.database(SHARD) + ".pins"))
                    .containsExactly(String.valueOf(ROWS));
        }
    }

    Connection open(String user, String database, String options) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + first.address().getPort() + "/" + database
                        + "?sslMode=DISABLED&allowPublicKeyRetrieval=true&socketTimeout=60000" + options,
                user,
                user);
    }

    private Connection toServer(String options) throws SQLException {
        return DriverManager.getConnection(
                cluster.addressOfShard(SHARD) + options, "root", cluster.rootPassword(SHARD));
    }

    private static SqlTokenizer tokenizer() {
        return new SqlTokenizer(new FingerprintKey(1, 2), ShardNames.NONE);
    }

    private static boolean isDoubtful(String sql, TextRules rules) {
        Optional<TextProblem> problem = tokenizer()
                .scan(sql.getBytes(StandardCharsets.ISO_8859_1), rules)
                .problem();
        return problem.filter(TextProblem::isDoubt).isPresent();
    }

    /** Those that the server takes for its clients; the connection has each of them in turn, as they are iterated. */
    private static Iterable<String> charsets(Connection root) throws SQLException {
        List<String> all = ask(root, "SELECT character_set_name FROM information_schema.character_sets");
        List<String> ofClients = new ArrayList<>();
        for (String charset : all) {
            if (!List.of("ucs2", "utf16", "utf16le", "utf32").contains(charset)) {
                ofClients.add(charset);
            }
        }
        assertThat(ofClients).contains("latin1", "swe7", "gbk").hasSizeGreaterThan(30);
        return () -> ofClients.stream()
                .map(charset -> {
                    try {
                        run(root, "SET character_set_client = " + charset);
                        return charset;
                    } catch (SQLException e) {
                        throw new IllegalStateException(charset, e);
                    }
                })
                .iterator();
    }

    private static int version(Connection root) throws SQLException {
        String[] parts = first(root, "SELECT VERSION()").split("[.-]");
        return Integer.parseInt(parts[0]) * 10_000 + Integer.parseInt(parts[1]) * 100 + Integer.parseInt(parts[2]);
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute(sql);
        }
    }

    private static void runAll(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute(sql);
            while (statement.getMoreResults() || statement.getUpdateCount() >= 0) {
                // Whatever it says.
            }
        }
    }

    static String first(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            try (ResultSet rows = statement.executeQuery(sql)) {
                rows.next();
                return String.valueOf(rows.getString(1));
            }
        }
    }

    /** The name of the first column; empty when the server refuses the text. */
    private static String label(Connection connection, String sql) {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.getMetaData().getColumnLabel(1);
        } catch (SQLException refused) {
            return "";
        }
    }

    /** The names of the columns; none when the server refuses the text. */
    private static List<String> labels(Connection connection, String sql) {
        List<String> labels = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            try (ResultSet rows = statement.executeQuery(sql)) {
                for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
                    labels.add(rows.getMetaData().getColumnLabel(column));
                }
            }
        } catch (SQLException refused) {
            labels.clear();
        }
        return labels;
    }

    /** The first value; empty when the server refuses the text. */
    private static String answer(Connection connection, String sql) {
        try {
            return first(connection, sql);
        } catch (SQLException refused) {
            return "";
        }
    }

    /** However the session has come to it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET sql_mode = 'MSSQL'",
                "SET sql_mode = CONCAT('MS', 'SQL')",
                "SET sql_mode = 'ORACLE'",
                "SET sql_mode = 'DB2'",
                "SET sql_mode = 'MAXDB'",
                "SET sql_mode = 'POSTGRESQL'"
            })
    void underAModeOfAnotherDatabaseShardsAreRefused(String way) throws SQLException {
        assumeThat(product).isEqualTo(ServerProduct.MARIADB);
        try (Connection all = open("app", "pinterest", "");
                Connection limited = open("lookupper", "lookup", "")) {
            for (Connection connection : new Connection[] {all, limited}) {
                execute(connection, way);
                assertThatThrownBy(() -> execute(connection, "SELECT * FROM [legacy].[t]"))
                        .hasMessageContaining("sql_mode");
                execute(connection, "SET sql_mode = ''");
                assertThat(first(connection, "SELECT 1")).isEqualTo("1");
            }
        }
    }

    @Test
    void inADatabaseThatIsNotShardedTheServerReadsIt() throws SQLException {
        assumeThat(product).isEqualTo(ServerProduct.MARIADB);
        try (Connection legacy = open("app", "legacy", "")) {
            execute(legacy, "CREATE OR REPLACE TABLE t (`a'` INT)");
            execute(legacy, "INSERT INTO t VALUES (42)");
            execute(legacy, "SET sql_mode = 'MSSQL'");

            assertThat(first(legacy, "SELECT [a'] FROM [t] -- '")).isEqualTo("42");

            execute(legacy, "SET sql_mode = ''");
            assertThat(first(legacy, "SELECT COUNT(*) FROM pinterest.pins")).isEqualTo("7");
        }
    }

    /** What an unread text sets is asked of its server before the next text is read. */
    @Test
    void anUnreadTextMayEndTheMode() throws SQLException {
        assumeThat(product).isEqualTo(ServerProduct.MARIADB);
        try (Connection legacy = open("app", "legacy", "")) {
            execute(legacy, "SET sql_mode = 'MSSQL'");
            execute(legacy, "SET [sql_mode] = ''");

            assertThat(first(legacy, "SELECT COUNT(*) FROM pinterest.pins")).isEqualTo("7");
        }
    }

    @Test
    void aModeForOneStatementIsRefusedInAShardedKeyspace() {
        assumeThat(product).isEqualTo(ServerProduct.MARIADB);
        assertThatThrownBy(() -> execute(
                        client, "SET STATEMENT sql_mode = 'ANSI_QUOTES' FOR EXECUTE IMMEDIATE 'DELETE FROM \"pins\"'"))
                .hasMessageContaining("SET STATEMENT");
    }

    @Test
    void aLeadingDotIsRefused() {
        assumeThat(product).isEqualTo(ServerProduct.MARIADB);
        assertThatThrownBy(() -> execute(client, "DELETE FROM .pins")).hasMessageContaining("dot");
        assertThatThrownBy(() -> execute(client, "DELETE FROM.`pins`")).hasMessageContaining("dot");
    }
}
