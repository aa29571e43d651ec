package io.pinion.integration.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.RawStatement;
import io.pinion.integration.testing.RealServer;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.session.DiagnosticsRule;
import io.pinion.server.session.DiagnosticsRule.Leaves;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.TestProxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The table of {@link DiagnosticsRule}, read and compared with what a real server leaves after each kind of statement, and
 * with what Pinion in front of it says: alone, and when another session needs the only connection.
 */
@ExtendWith(LeakWatch.class)
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.integration.testing.RealServer#servers")
class DiagnosticsRuleIT {
    private static final int COM_INIT_DB = 0x02;
    private static final int COM_PING = 0x0E;
    private static final int COM_STMT_PREPARE = 0x16;

    /** What the statement before has left. */
    private static final int EARLIER_COUNT = 2;

    private static final int EARLIER_FOUND = 5;
    private static final int EARLIER_CONDITIONS = 3;
    private static final int EARLIER_ID = 1;

    /** After these the session keeps its connection, so that another one has none. */
    private static final Pattern PINS = Pattern.compile("BEGIN|START|GET|SET @|PREPARE|SAVEPOINT|SELEC |SELECT a INTO");

    private static final String ROW_COUNT = "SELECT ROW_COUNT()";
    private static final String FOUND_ROWS = "SELECT FOUND_ROWS()";
    private static final String CONDITIONS = "SHOW COUNT(*) WARNINGS";
    private static final String INSERT_ID = "SELECT LAST_INSERT_ID()";

    private final RealServer server;
    private TestProxy proxy;
    private RawClient direct;
    private RawClient client;
    private RawClient other;

    DiagnosticsRuleIT(RealServer server) {
        this.server = server;
    }

    /**
     * A statement, or a command where it has a code.
     *
     * @param affected the rows in its OK
     * @param rows the rows in its answer
     * @param found what it leaves for {@code FOUND_ROWS()} where that isn't by the table
     * @param conditions its own
     * @param id {@code LAST_INSERT_ID()} behind it
     */
    private record Case(int command, String sql, int affected, int rows, OptionalInt found, int conditions, int id) {
        static Case of(String sql) {
            return new Case(3, sql, 0, 0, OptionalInt.empty(), 0, EARLIER_ID);
        }

        static Case command(int code, String argument) {
            return new Case(code, argument, 0, 0, OptionalInt.empty(), 0, EARLIER_ID);
        }

        Case affects(int count) {
            return new Case(command, sql, count, rows, found, conditions, id);
        }

        Case answers(int count) {
            return new Case(command, sql, affected, count, found, conditions, id);
        }

        Case finds(int count) {
            return new Case(command, sql, affected, rows, OptionalInt.of(count), conditions, id);
        }

        Case warns(int count) {
            return new Case(command, sql, affected, rows, found, count, id);
        }

        Case generates(int newest) {
            return new Case(command, sql, affected, rows, found, conditions, newest);
        }

        boolean isText() {
            return command == 3;
        }
    }

    private static List<Case> cases(DiagnosticsRule rule) {
        return switch (rule) {
            case ROWS_OF_TABLES ->
                List.of(
                        Case.of("SELECT a FROM kept").answers(3),
                        Case.of("SELECT a FROM kept WHERE a > 7"),
                        Case.of("SELECT CAST('x' AS SIGNED) FROM kept LIMIT 2")
                                .answers(2)
                                .warns(2));
            case ROWS_INTO ->
                List.of(
                        Case.of("SELECT a INTO @into FROM kept WHERE a = 2")
                                .affects(1)
                                .answers(1),
                        Case.of("SELECT a INTO @into FROM kept WHERE a > 7").warns(1));
            case ROWS ->
                List.of(
                        Case.of("SELECT 7").answers(1),
                        Case.of("SELECT 7 UNION SELECT 8").answers(2));
            case SHOW -> List.of(Case.of("SHOW TABLES LIKE 'kept'").answers(1), Case.of("SHOW TABLES LIKE 'nosuch'"));
            case SHOW_CONDITIONS -> List.of(Case.of("SHOW WARNINGS").answers(3), Case.of("SHOW ERRORS"));
            case COUNT_CONDITIONS ->
                List.of(
                        Case.of("SHOW COUNT(*) WARNINGS").answers(1),
                        Case.of("SHOW COUNT(*) ERRORS").answers(1));
            case GET_DIAGNOSTICS ->
                List.of(
                        Case.of("GET DIAGNOSTICS @n = NUMBER"),
                        Case.of("GET DIAGNOSTICS CONDITION 1 @c = MYSQL_ERRNO"));
            case CHANGE -> changes();
            case TABLELESS ->
                List.of(
                        Case.of("BEGIN"),
                        Case.of("START TRANSACTION READ ONLY"),
                        Case.of("COMMIT"),
                        Case.of("ROLLBACK"),
                        Case.of("SAVEPOINT s"),
                        Case.of("SET @x = 1"),
                        Case.of("SET NAMES utf8mb4"),
                        Case.of("SET autocommit = 1"),
                        Case.of("USE legacy"),
                        Case.of("PREPARE named FROM 'SELECT 1'"),
                        Case.of("ALTER PROCEDURE routine COMMENT 'x'"),
                        Case.of("ALTER FUNCTION seven COMMENT 'x'"),
                        Case.of("ALTER EVENT daily COMMENT 'x'"));
            case COMMAND -> List.of(Case.command(COM_PING, ""), Case.command(COM_INIT_DB, "legacy"));
            case PREPARE -> List.of(Case.command(COM_STMT_PREPARE, "SELECT ?"));
            case ERROR ->
                List.of(Case.of("SELECT nosuch").warns(1), Case.of("SELEC 1").warns(1));
            case ERROR_OF_TABLES ->
                List.of(
                        Case.of("SELECT a FROM nosuch").warns(1),
                        Case.of("INSERT INTO kept VALUES (1, 1)").warns(1),
                        Case.of("DROP TABLE nosuch").warns(1));
            case COMMAND_ERROR ->
                List.of(Case.command(COM_INIT_DB, "nosuchdatabase").warns(1));
        };
    }

    private static List<Case> changes() {
        return List.of(
                Case.of("INSERT INTO numbered (b) VALUES (7), (8)").affects(2).generates(2),
                Case.of("INSERT INTO other VALUES (4)").affects(1),
                Case.of("INSERT INTO other SELECT a FROM kept").affects(3).finds(3),
                Case.of("REPLACE INTO kept VALUES (9, 9)").affects(1),
                Case.of("UPDATE kept SET b = b + 1 WHERE a < 3").affects(2),
                Case.of("DELETE FROM other WHERE a = 99"),
                Case.of("CREATE TABLE made (a INT)"),
                Case.of("ALTER TABLE other ADD COLUMN more INT"),
                Case.of("DROP TABLE IF EXISTS nosuch").warns(1),
                Case.of("TRUNCATE TABLE other"));
    }

    @BeforeEach
    void start() throws SQLException {
        server.execute(
                "USE legacy",
                "CREATE PROCEDURE routine() SELECT 1",
                "CREATE FUNCTION seven() RETURNS INT DETERMINISTIC NO SQL RETURN 7",
                "CREATE EVENT daily ON SCHEDULE EVERY 1 DAY DISABLE DO SELECT 1");
        proxy = server.proxy().loops(1).maxConnections(1).start();
        RealServer.connect(proxy).close();
        direct = new RawClient(server.port());
        login(direct, server.account(), server.accountPassword());
        client = new RawClient(proxy.port());
        login(client, TestProxy.USER, TestProxy.PASSWORD);
        other = new RawClient(proxy.port());
        login(other, TestProxy.USER, TestProxy.PASSWORD);
    }

    private static void login(RawClient raw, String user, String password) {
        assertThat(raw.login(user, password, RawClient.CLASSIC, RealServer.KEYSPACE)
                        .errorCode())
                .isZero();
    }

    @AfterEach
    void stop() throws SQLException {
        for (RawClient each : List.of(direct, client, other)) {
            each.close();
        }
        proxy.close();
        server.execute(
                "DROP TABLE IF EXISTS legacy.kept, legacy.other, legacy.numbered, legacy.warned, legacy.made",
                "DROP PROCEDURE legacy.routine",
                "DROP FUNCTION legacy.seven",
                "DROP EVENT legacy.daily");
    }

    @ParameterizedTest
    @EnumSource
    void serversLeaveWhatTheTableSays(DiagnosticsRule rule) {
        for (Case each : cases(rule)) {
            assertThat(left(direct, each, false, () -> {}))
                    .as("%s", each)
                    .isEqualTo(expected(rule, each, answers(direct, each, FOUND_ROWS)));
        }
    }

    @ParameterizedTest
    @EnumSource
    void pinionLeavesTheSame(DiagnosticsRule rule) {
        for (Case each : cases(rule)) {
            assertThat(left(client, each, false, () -> {}))
                    .as("%s", each)
                    .isEqualTo(left(direct, each, false, () -> {}));
        }
    }

    @ParameterizedTest
    @EnumSource
    void pinionLeavesTheSameWhenAnotherSessionUsesTheConnection(DiagnosticsRule rule) {
        Runnable between =
                () -> assertThat(other.query("SELECT 'other'").rows()).containsExactly("other");
        for (Case each : cases(rule)) {
            if (!PINS.matcher(each.sql()).lookingAt()) {
                String plain = left(direct, each, false, () -> {});
                String known = left(client, each, false, between);
                // The rows that a change has found are the one thing that Pinion doesn't ask for before the other
                // session gets the connection; it says so.
                String unknown = plain.replaceFirst("^(\\S+) \\S+", "$1 refused");
                assertThat(known).as("%s", each).isIn(plain, unknown);
            }
        }
    }

    /** As far as the product prepares such a statement. */
    @ParameterizedTest
    @EnumSource
    void aPreparedStatementLeavesTheSameThroughPinion(DiagnosticsRule rule) {
        for (Case each : cases(rule)) {
            if (each.isText() && isPreparable(each)) {
                assertThat(left(client, each, true, () -> {}))
                        .as("%s", each)
                        .isEqualTo(left(direct, each, true, () -> {}));
            }
        }
    }

    /** Both read the same file. */
    @Test
    void loadDataIsAChange(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("rows"), "21\n22\nx\n");
        String load = "LOAD DATA LOCAL INFILE '" + file + "' INTO TABLE other (a)";
        List<String> left = new ArrayList<>();
        for (String url : List.of(
                url(server.port(), server.account(), server.accountPassword()),
                url(proxy.port(), TestProxy.USER, TestProxy.PASSWORD))) {
            try (Connection connection = DriverManager.getConnection(url)) {
                List<String> answers = new ArrayList<>();
                for (String question : List.of(ROW_COUNT, FOUND_ROWS, CONDITIONS, INSERT_ID)) {
                    setUp(direct);
                    try (Statement statement = connection.createStatement()) {
                        for (String sql : EARLIER) {
                            statement.execute(sql);
                        }
                        statement.execute(load);
                        try (ResultSet rows = statement.executeQuery(question)) {
                            rows.next();
                            answers.add(rows.getString(1));
                        }
                    }
                }
                left.add(String.join(" ", answers));
            }
        }
        Leaves leaves = DiagnosticsRule.CHANGE.on(product());
        assertThat(leaves.rowCount()).isEqualTo(DiagnosticsRule.RowCount.AFFECTED);
        assertThat(left.getFirst()).startsWith("3 ").endsWith(" 1 1");
        assertThat(left.getLast()).isEqualTo(left.getFirst());
    }

    /** Pinion refuses these itself, where a server would have answered. */
    @Test
    void aRefusedStatementIsAnError() {
        Case refused = Case.of("SET sql_mode = (SELECT b FROM kept)").warns(1);
        setUp(client);
        assertThat(client.query(refused.sql()).errorCode()).isNotZero();
        assertThat(left(client, refused, false, () -> {})).isEqualTo(expected(DiagnosticsRule.ERROR, refused, ""));
    }

    /** The session's insert id is on the cursor's connection, too, and reading it would end the warnings. */
    @Test
    void theWarningsOfACursorStayWhenItIsClosedBeforeItsEnd() {
        List<List<String>> left = new ArrayList<>();
        for (RawClient raw : List.of(direct, client)) {
            setUp(raw);
            assertThat(raw.query("INSERT INTO numbered (b) VALUES (6)").errorCode())
                    .isZero();
            RawStatement cursor = RawStatement.prepare(raw, "SELECT a, CAST('x' AS SIGNED) FROM kept");
            cursor.open();
            assertThat(cursor.fetch(1)[0]).isEqualTo(1);
            cursor.close();
            left.add(List.of(
                    raw.query("SHOW WARNINGS").rows().toString(),
                    raw.query(INSERT_ID).rows().getFirst()));
        }
        assertThat(left.getFirst().getFirst()).contains("Warning");
        assertThat(left.getLast()).isEqualTo(left.getFirst());
    }

    /** Pinion asks the connection for its sql_mode before it reads the quotes. */
    @Test
    void theErrorOfASetStaysForATextThatDependsOnTheSqlMode() {
        assertThat(client.query("BEGIN").errorCode()).isZero();
        assertThat(client.query("SELECT COUNT(*) FROM information_schema.schemata")
                        .errorCode())
                .isZero();
        assertThat(client.query("SET time_zone = 'Nowhere/Land'").errorCode()).isEqualTo(1298);
        assertThat(client.query("SELECT CONCAT(@@error_count, '!')").rows()).containsExactly("1!");
    }

    /** Pinion asks the connection for the id that it writes into the text. */
    @Test
    void theErrorOfAStatementStaysForATextThatNeedsTheInsertId() {
        setUp(client);
        assertThat(client.query("INSERT INTO numbered (b) VALUES (6)").errorCode())
                .isZero();
        assertThat(client.query("SELECT nosuch").errorCode()).isNotZero();
        assertThat(client.query("SELECT CONCAT(LAST_INSERT_ID(), ' ', @@error_count)")
                        .rows())
                .containsExactly("1 1");
    }

    private static String url(int port, String user, String password) {
        return "jdbc:mysql://127.0.0.1:" + port + "/legacy?sslMode=DISABLED&allowPublicKeyRetrieval=true"
                + "&allowLoadLocalInfile=true&jdbcCompliantTruncation=false&sessionVariables=sql_mode=''&user=" + user
                + "&password=" + password;
    }

    private boolean isPreparable(Case each) {
        setUp(direct);
        direct.sendPacket(0, RawStatement.preparation(each.sql()));
        return RawStatement.read(direct) != null;
    }

    private SqlDialect product() {
        return server.isMySql() ? SqlDialect.MYSQL : SqlDialect.MARIADB;
    }

    /** @param serversFound what the server says where only that knows */
    private String expected(DiagnosticsRule rule, Case each, String serversFound) {
        Leaves leaves = rule.on(product());
        int rowCount =
                switch (leaves.rowCount()) {
                    case AFFECTED -> each.affected();
                    case MINUS_ONE -> -1;
                    case KEPT -> EARLIER_COUNT;
                };
        String found =
                switch (leaves.foundRows()) {
                    case ROWS -> String.valueOf(each.rows());
                    case KEPT -> String.valueOf(EARLIER_FOUND);
                    case KEPT_BY_MOST -> String.valueOf(each.found().orElse(EARLIER_FOUND));
                    case SERVERS -> serversFound;
                };
        int conditions =
                switch (leaves.conditions()) {
                    case OWN -> each.conditions();
                    case OWN_OR_EARLIER -> each.conditions() > 0 ? each.conditions() : EARLIER_CONDITIONS;
                    case EARLIER -> EARLIER_CONDITIONS;
                    case EARLIER_AND_OWN -> EARLIER_CONDITIONS + each.conditions();
                };
        return String.join(" ", String.valueOf(rowCount), found, String.valueOf(conditions), String.valueOf(each.id()));
    }

    /** The answers to the four questions, each of which is the first behind the statement. */
    private String left(RawClient raw, Case each, boolean prepared, Runnable between) {
        return List.of(ROW_COUNT, FOUND_ROWS, CONDITIONS, INSERT_ID).stream()
                .map(question -> answer(raw, each, prepared, between, question))
                .collect(Collectors.joining(" "));
    }

    private String answers(RawClient raw, Case each, String question) {
        return answer(raw, each, false, () -> {}, question);
    }

    private String answer(RawClient raw, Case each, boolean prepared, Runnable between, String question) {
        setUp(direct);
        Optional<RawStatement> statement =
                prepared ? Optional.of(RawStatement.prepare(raw, each.sql())) : Optional.empty();
        for (String sql : EARLIER) {
            assertThat(raw.query(sql).errorCode()).as(sql).isZero();
        }
        if (statement.isPresent()) {
            statement.get().execute();
            statement.get().close();
        } else if (each.command() == COM_STMT_PREPARE) {
            RawStatement.prepare(raw, each.sql());
        } else {
            raw.command(each.command(), each.sql());
        }
        between.run();
        RawClient.Answer answer = raw.query(question);
        boolean refused = question.equals(FOUND_ROWS) && answer.error().contains("out of reach");
        assertThat(refused || answer.errorCode() == 0)
                .as("%s behind %s: %s", question, each, answer.error())
                .isTrue();
        assertThat(raw.query("ROLLBACK").errorCode()).isZero();
        return refused ? "refused" : answer.rows().getFirst();
    }

    /** Leaves {@link #EARLIER_ID}, {@link #EARLIER_FOUND}, then {@link #EARLIER_COUNT} and {@link #EARLIER_CONDITIONS}. */
    private static final List<String> EARLIER = List.of(
            "INSERT INTO numbered (b) VALUES (6)",
            "SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5",
            "INSERT IGNORE INTO warned VALUES (1), (2), (1), (1), (1)");

    private static void setUp(RawClient raw) {
        for (String sql : List.of(
                "DROP TABLE IF EXISTS kept, other, numbered, warned, made",
                "CREATE TABLE kept (a INT PRIMARY KEY, b INT)",
                "INSERT INTO kept VALUES (1, 1), (2, 2), (3, 3)",
                "CREATE TABLE other (a INT)",
                "CREATE TABLE numbered (a INT AUTO_INCREMENT PRIMARY KEY, b INT)",
                "CREATE TABLE warned (a INT PRIMARY KEY)")) {
            assertThat(raw.query(sql).errorCode()).as(sql).isZero();
        }
    }
}
