package io.pinion.integration.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.User;
import io.pinion.integration.testing.RealCluster;
import io.pinion.routing.catalog.ScatterPolicy;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.TestProxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * However a session comes to another {@code sql_mode} or character set, Pinion reads its texts as the server does: a user
 * with rights to one keyspace can't hide the name of another database in what only one of them takes for a string.
 */
@ExtendWith(LeakWatch.class)
class TextRulesIT {
    private static final String LIMITED = "limited";

    private static final String ANSI_TEXT = "SELECT * FROM \"otherdb\".\"t\"";
    private static final String NO_ESCAPES_TEXT = "SELECT '\\', a FROM otherdb.t WHERE 1=1 #'";
    /** Under gbk the byte 0xBF takes the backslash behind it as its second byte, and the string ends. */
    private static final String GBK_TEXT = "SELECT '\u00BF\\', a FROM otherdb.t WHERE 1=1 #'";
    /** Its first character is these two bytes; when they are two characters, the string ends before the comma. */
    private static final String NOT_GBK_TEXT = "SELECT '\u7E17\\', a FROM otherdb.t WHERE 1=1 #'";

    private static final int HANDLES_OF_A_CONNECTION = 100;

    private static TestProxy proxy;
    private Connection session;

    @BeforeAll
    static void start() throws SQLException {
        RealCluster.shared()
                .first()
                .execute(
                        "CREATE DATABASE IF NOT EXISTS otherdb",
                        "CREATE OR REPLACE TABLE otherdb.t (a INT)",
                        "INSERT INTO otherdb.t VALUES (42)");
        proxy = RealCluster.shared()
                .proxy()
                .topology(withLimitedUser(RealCluster.shared().topology(1, "[0, 3]", "[4, 7]")))
                .start();
    }

    private static Topology withLimitedUser(Topology whole) {
        User all = TestProxy.user(LIMITED, TestProxy.PASSWORD);
        Map<String, User> users = new HashMap<>(whole.users());
        users.put(
                LIMITED,
                new User(
                        LIMITED,
                        all.nativeVerifier(),
                        all.sha2Verifier(),
                        Optional.empty(),
                        Set.of("pinterest"),
                        false,
                        false,
                        Account.DATA,
                        all.admission(),
                        ScatterPolicy.FREE));
        return new Topology(
                whole.generation(),
                whole.cluster(),
                whole.servers(),
                whole.pairs(),
                whole.keyspaces(),
                whole.knownAnswers(),
                whole.homePair(),
                users,
                whole.accounts());
    }

    @AfterAll
    static void stop() {
        proxy.close();
    }

    @BeforeEach
    void connect() throws SQLException {
        session = open(LIMITED, "ISO-8859-1");
    }

    @AfterEach
    void end() throws SQLException {
        session.close();
    }

    private static Connection open(String user, String encoding) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + proxy.port() + "/db00001?allowPublicKeyRetrieval=true&sslMode=DISABLED"
                        + "&characterEncoding=" + encoding
                        + "&allowMultiQueries=true&useServerPrepStmts=true&connectTimeout=5000&socketTimeout=20000",
                user,
                TestProxy.PASSWORD);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET sql_mode=4",
                "SET sql_mode=_utf8'ansi_quotes'",
                "SET sql_mode='ansi' '_quotes'",
                "SET sql_mode=2+2",
                "SET @m=4 ;; SET sql_mode=@m",
                "SET @q=REPEAT('x',9000), sql_mode=CONCAT('ansi','_quotes')",
                "SET sql_mode=CONCAT(IF(1/0 IS NULL,'','x'),UNHEX('616e73695f71756f746573'))",
                "SET @q=REPEAT('x',8000) ;; SET @r=@q, @s=@q, @t=@q, @u=@q, sql_mode=CONCAT('ansi','_quotes')",
                "SET ROLE NONE, sql_mode=4",
                "BEGIN ;; SELECT 1 FROM pins ;; SET sql_mode='ansi_quotes'; SET nonsense=1"
            })
    void quotesAreReadAsOnTheServer(String ways) {
        become(ways);

        assertDenied(ANSI_TEXT);
    }

    @Test
    void backslashesAreReadAsOnTheServer() {
        become("SET sql_mode=1048576");

        assertDenied(NO_ESCAPES_TEXT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET character_set_client=28",
                "SET character_set_client=_utf8'gbk'",
                "SET character_set_client=CONCAT(IF(CAST('1x' AS INT),'','x'),'gbk')"
            })
    void charactersAreReadAsOnTheServer(String ways) {
        become(ways);

        assertDenied(GBK_TEXT);
    }

    /** The character set that a client began with isn't the one that its servers have by default. */
    @ParameterizedTest
    @ValueSource(strings = {"SET NAMES DEFAULT", "SET CHARACTER SET DEFAULT", "SET character_set_client=DEFAULT"})
    void theDefaultIsTheServers(String way) throws SQLException {
        session.close();
        session = open(LIMITED, "GBK");
        run(way);

        assertDenied(NOT_GBK_TEXT);
    }

    @Test
    void warningsOfAnExecutionAreStillThere() throws SQLException {
        run("PREPARE s FROM \"SELECT CAST('1x' AS INT)\"");
        run("EXECUTE s");

        assertThat(first("SHOW WARNINGS")).isEqualTo("Warning");
    }

    /** Some server may have to prepare the text anew, under the rules of now. */
    @Test
    void aPreparedTextThatWouldBeReadOtherwiseIsRefused() throws SQLException {
        try (PreparedStatement prepared = session.prepareStatement(NO_ESCAPES_TEXT)) {
            run("SET sql_mode='NO_BACKSLASH_ESCAPES'");

            assertThatThrownBy(() -> first(prepared)).hasMessageContaining("PREPARE it again");
            run("SET sql_mode=''");
            assertThat(first(prepared)).isEqualTo("', a FROM otherdb.t WHERE 1=1 #");
        }
    }

    @Test
    void aPreparedTextOfOtherCharactersIsRefused() throws SQLException {
        session.close();
        session = open(LIMITED, "UTF-8");
        try (PreparedStatement prepared = session.prepareStatement("SELECT CHAR_LENGTH('\u00E4')")) {
            run("SET NAMES latin1");

            assertThatThrownBy(() -> first(prepared)).hasMessageContaining("PREPARE it again");
        }
    }

    /** Servers get the rows' part of it as text. */
    @Test
    void aPreparedTextForSeveralShardsIsRefusedUnderOtherRules() throws SQLException {
        session.close();
        session = open(TestProxy.USER, "UTF-8");
        run("USE pinterest");
        try (PreparedStatement prepared =
                session.prepareStatement("SELECT COUNT(*) FROM pins WHERE data <> CONCAT(?, '\u00E4')")) {
            prepared.setString(1, "x");
            assertThat(first(prepared)).isNotNull();
            run("SET NAMES latin1");

            assertThatThrownBy(() -> first(prepared)).hasMessageContaining("PREPARE it again");
        }
    }

    /** The connection, whose rules weren't known, was asked for them while it had those of the handle's PREPARE. */
    @Test
    void aHandleThatCantBePreparedAnewChangesNoRules() throws SQLException {
        session.close();
        session = open(TestProxy.USER, "ISO-8859-1");
        run("USE legacy");
        run("CREATE TABLE IF NOT EXISTS locked (a INT)");
        run("CREATE TABLE IF NOT EXISTS unlocked (a INT)");
        run("SET sql_mode = 'NO_BACKSLASH_ESCAPES'");
        try (PreparedStatement prepared =
                session.prepareStatement("SELECT COUNT(*) FROM unlocked WHERE a = ? AND 'x' <> ''")) {
            prepared.setInt(1, 2);
            assertThat(first(prepared)).isEqualTo("0");
            run("SET sql_mode = ''");
            prepareMany();
            run("LOCK TABLES locked WRITE");
            assertThatThrownBy(() -> run("EXECUTE nothing")).hasMessageContaining("nothing");

            assertThatThrownBy(() -> first(prepared)).hasMessageContaining("unlocked");
            try (Statement statement = session.createStatement();
                    ResultSet row = statement.executeQuery("SELECT LENGTH('\\\\')")) {
                row.next();
                assertThat(row.getInt(1)).isEqualTo(1);
            }
            run("UNLOCK TABLES");
        }
    }

    private void prepareMany() throws SQLException {
        for (int i = 0; i <= HANDLES_OF_A_CONNECTION; i++) {
            try (PreparedStatement other = session.prepareStatement("SELECT " + i)) {
                assertThat(first(other)).isEqualTo(String.valueOf(i));
            }
        }
    }

    private static String first(PreparedStatement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getString(1);
        }
    }

    /** Whoever may name every database may let servers run texts that Pinion doesn't see. */
    @Test
    void whatAnUnseenTextHasSetIsLearned() throws SQLException {
        session.close();
        session = open(TestProxy.USER, "ISO-8859-1");
        run("USE legacy");
        run("SET @s = 'SET NAMES gbk'");
        run("PREPARE s FROM @s");
        run("EXECUTE s");

        // The table is on another server than the prepared text, and stands where only gbk has no string any more.
        assertThat(first("SELECT '\u00BF\\', 1 FROM db00005.pins RIGHT JOIN (SELECT 1) AS o ON TRUE LIMIT 1 #'"))
                .isNotEqualTo("null");
        assertThat(first("SELECT @@character_set_client FROM db00005.pins RIGHT JOIN (SELECT 1) AS o ON TRUE LIMIT 1"))
                .isEqualTo("gbk");
    }

    /** Some of the ways end in an error, and have set something before. */
    private void become(String ways) {
        for (String way : ways.split(" ;; ")) {
            try {
                run(way);
            } catch (SQLException e) {
                assertThat(e.getMessage()).contains("nonsense");
            }
        }
    }

    private void assertDenied(String sql) {
        assertThatThrownBy(() -> first(sql)).isInstanceOf(SQLException.class).hasMessageContaining("denied");
    }

    private void run(String sql) throws SQLException {
        try (Statement statement = session.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute(sql);
        }
    }

    private String first(String sql) throws SQLException {
        try (Statement statement = session.createStatement()) {
            statement.setEscapeProcessing(false);
            boolean rows = statement.execute(sql);
            while (!rows && statement.getUpdateCount() >= 0) {
                rows = statement.getMoreResults();
            }
            try (ResultSet row = statement.getResultSet()) {
                row.next();
                return String.valueOf(row.getString(1));
            }
        }
    }
}
