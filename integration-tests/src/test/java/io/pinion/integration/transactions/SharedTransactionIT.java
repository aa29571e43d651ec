package io.pinion.integration.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mysql.cj.jdbc.JdbcConnection;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.TwoPairs;
import io.pinion.routing.catalog.TransactionMode;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.Failure;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.TestProxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Transactions over two pairs of real servers, beside the same statements on one of them alone. */
@ExtendWith(LeakWatch.class)
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.integration.testing.TwoPairs#all")
class SharedTransactionIT {
    private static final String HERE = "bank00000.account";
    private static final String THERE = "bank00004.account";

    /** Each is run by one session, from the same accounts. */
    private static final List<String> SCRIPTS = List.of(
            """
            BEGIN
            UPDATE bank00000.account SET balance = balance - 10 WHERE id = 1
            UPDATE bank00004.account SET balance = balance + 10 WHERE id = 1
            SELECT balance FROM bank00004.account WHERE id = 1
            COMMIT""",
            """
            BEGIN
            UPDATE bank00000.account SET balance = balance - 10 WHERE id = 1
            INSERT INTO bank00004.account VALUES (3, 7)
            ROLLBACK""",
            """
            SET autocommit = 0
            UPDATE bank00004.account SET balance = 1 WHERE id = 1
            UPDATE bank00000.account SET balance = 2 WHERE id = 1
            ROLLBACK
            UPDATE bank00000.account SET balance = 3 WHERE id = 1
            UPDATE bank00004.account SET balance = 4 WHERE id = 1
            SET autocommit = 1
            SELECT @@autocommit""",
            """
            BEGIN
            SAVEPOINT before_all
            UPDATE bank00000.account SET balance = 2 WHERE id = 1
            SAVEPOINT one
            UPDATE bank00004.account SET balance = 3 WHERE id = 1
            SAVEPOINT two
            UPDATE bank00001.account SET balance = 4 WHERE id = 1
            ROLLBACK TO SAVEPOINT two
            ROLLBACK TO nothing
            SELECT balance FROM bank00004.account WHERE id = 1
            ROLLBACK TO one
            SELECT balance FROM bank00004.account WHERE id = 1
            SELECT balance FROM bank00000.account WHERE id = 1
            ROLLBACK TO two
            RELEASE SAVEPOINT one
            ROLLBACK TO before_all
            COMMIT""",
            """
            BEGIN
            UPDATE bank00000.account SET balance = 2 WHERE id = 1
            UPDATE bank00004.account SET balance = 3 WHERE id = 1
            INSERT INTO bank00004.account VALUES (1, 1)
            COMMIT AND CHAIN
            UPDATE bank00000.account SET balance = 4 WHERE id = 1
            UPDATE bank00004.account SET balance = 5 WHERE id = 1
            ROLLBACK""",
            """
            BEGIN
            UPDATE bank00000.account SET balance = 2 WHERE id = 1
            UPDATE bank00004.account SET balance = 3 WHERE id = 1
            BEGIN
            UPDATE bank00000.account SET balance = 4 WHERE id = 1
            UPDATE bank00004.account SET balance = 5 WHERE id = 1
            ROLLBACK""",
            """
            BEGIN
            UPDATE bank00000.account SET balance = 2 WHERE id = 1
            UPDATE bank00004.account SET balance = 3 WHERE id = 1
            CREATE TABLE bank00001.extra (i INT)
            ROLLBACK
            DROP TABLE bank00001.extra""",
            """
            BEGIN
            UPDATE bank00000.account SET balance = 2 WHERE id = 1
            USE bank00004
            CREATE TABLE bank00004.extra (i INT)
            ROLLBACK
            DROP TABLE extra""",
            """
            BEGIN
            UPDATE bank00000.account SET balance = 2 WHERE id = 1
            UPDATE bank00004.account SET balance = 2 WHERE id = 1
            ANALYZE TABLE bank00000.account
            ROLLBACK""",
            """
            START TRANSACTION READ ONLY
            SELECT balance FROM bank00000.account WHERE id = 1
            SELECT balance FROM bank00004.account WHERE id = 1
            UPDATE bank00004.account SET balance = 2 WHERE id = 1
            COMMIT
            UPDATE bank00004.account SET balance = 2 WHERE id = 1""",
            """
            BEGIN
            SET SESSION TRANSACTION READ ONLY
            UPDATE bank00000.account SET balance = 2 WHERE id = 1
            UPDATE bank00004.account SET balance = 2 WHERE id = 1
            COMMIT
            UPDATE bank00004.account SET balance = 3 WHERE id = 1
            BEGIN
            SET SESSION TRANSACTION READ WRITE
            UPDATE bank00004.account SET balance = 4 WHERE id = 1
            COMMIT
            UPDATE bank00004.account SET balance = 5 WHERE id = 1""",
            """
            SET TRANSACTION ISOLATION LEVEL READ COMMITTED
            BEGIN
            UPDATE bank00000.account SET balance = 2 WHERE id = 1
            UPDATE bank00004.account SET balance = 2 WHERE id = 1
            SELECT 1
            COMMIT""",
            """
            START TRANSACTION READ ONLY
            SELECT balance FROM bank00000.account WHERE id = 1
            COMMIT AND CHAIN
            UPDATE bank00004.account SET balance = 2 WHERE id = 1
            COMMIT
            UPDATE bank00004.account SET balance = 3 WHERE id = 1""",
            """
            START TRANSACTION READ ONLY
            SELECT balance FROM bank00000.account WHERE id = 1
            ROLLBACK AND CHAIN
            UPDATE bank00004.account SET balance = 2 WHERE id = 1
            COMMIT""",
            """
            START TRANSACTION READ ONLY
            SELECT balance FROM bank00000.account WHERE id = 1
            SELECT balance FROM bank00004.account WHERE id = 1
            COMMIT AND CHAIN
            UPDATE bank00004.account SET balance = 2 WHERE id = 1
            COMMIT""",
            """
            START TRANSACTION READ ONLY
            COMMIT AND CHAIN
            SELECT balance FROM bank00000.account WHERE id = 1
            UPDATE bank00004.account SET balance = 2 WHERE id = 1
            COMMIT""",
            """
            SET TRANSACTION READ ONLY
            BEGIN
            SELECT balance FROM bank00000.account WHERE id = 1
            COMMIT AND CHAIN
            UPDATE bank00004.account SET balance = 2 WHERE id = 1
            COMMIT AND NO CHAIN
            UPDATE bank00004.account SET balance = 3 WHERE id = 1""",
            """
            SET SESSION TRANSACTION READ ONLY
            BEGIN
            SELECT balance FROM bank00000.account WHERE id = 1
            SET SESSION TRANSACTION READ WRITE
            UPDATE bank00004.account SET balance = 2 WHERE id = 1
            COMMIT AND CHAIN
            UPDATE bank00000.account SET balance = 3 WHERE id = 1
            UPDATE bank00004.account SET balance = 3 WHERE id = 1
            COMMIT
            UPDATE bank00004.account SET balance = 4 WHERE id = 1""",
            """
            BEGIN
            UPDATE bank00000.account SET balance = 2 WHERE id = 1
            SET SESSION TRANSACTION READ ONLY
            UPDATE bank00004.account SET balance = 2 WHERE id = 1
            COMMIT AND CHAIN
            UPDATE bank00000.account SET balance = 3 WHERE id = 1
            UPDATE bank00004.account SET balance = 3 WHERE id = 1
            COMMIT
            UPDATE bank00004.account SET balance = 4 WHERE id = 1""",
            """
            BEGIN
            SET SESSION TRANSACTION READ ONLY
            UPDATE bank00000.account SET balance = 2 WHERE id = 1
            COMMIT AND CHAIN
            UPDATE bank00004.account SET balance = 2 WHERE id = 1
            COMMIT
            UPDATE bank00004.account SET balance = 3 WHERE id = 1""",
            """
            SET autocommit = 0
            UPDATE bank00000.account SET balance = 2 WHERE id = 1
            SET SESSION TRANSACTION READ ONLY
            UPDATE bank00004.account SET balance = 2 WHERE id = 1
            COMMIT
            UPDATE bank00004.account SET balance = 3 WHERE id = 1
            ROLLBACK""",
            """
            SET autocommit = 0
            SET SESSION TRANSACTION READ ONLY
            SELECT balance FROM bank00000.account WHERE id = 1
            SET SESSION TRANSACTION READ WRITE
            UPDATE bank00004.account SET balance = 2 WHERE id = 1
            COMMIT
            UPDATE bank00004.account SET balance = 3 WHERE id = 1
            COMMIT""");

    private final TwoPairs pairs;
    private TestProxy proxy;
    private Connection client;

    SharedTransactionIT(TwoPairs pairs) {
        this.pairs = pairs;
    }

    @BeforeEach
    void connect() throws SQLException {
        pairs.reset();
        open(TransactionMode.BEST_EFFORT);
    }

    private void open(TransactionMode mode) throws SQLException {
        proxy = pairs.proxy(mode);
        client = TwoPairs.connect(proxy);
    }

    @AfterEach
    void close() throws SQLException {
        client.close();
        proxy.close();
    }

    /** Neither names a table, so that nobody sees by the text that the transaction has work to lose on the first pair. */
    @Test
    void whatAStoredFunctionOrAKeptTextHasWrittenIsCommittedToo() throws SQLException {
        Jdbc.execute(client, "USE bank00000");
        Jdbc.execute(client, "DROP FUNCTION IF EXISTS bank00000.take");
        Jdbc.execute(client, """
                CREATE FUNCTION bank00000.take() RETURNS INT DETERMINISTIC MODIFIES SQL DATA
                BEGIN UPDATE account SET balance = balance - 10 WHERE id = 1; RETURN 1; END""");
        Jdbc.execute(client, "PREPARE kept FROM 'UPDATE account SET balance = balance - 10 WHERE id = 1'");
        int here = balance(HERE);
        int there = balance(THERE);
        for (String taking : List.of("SELECT take()", "EXECUTE kept")) {
            Jdbc.execute(client, "BEGIN");
            Jdbc.execute(client, taking);
            Jdbc.execute(client, "UPDATE " + THERE + " SET balance = balance + 10 WHERE id = 1");
            Jdbc.execute(client, "COMMIT");
        }

        assertThat(List.of(balance(HERE), balance(THERE))).containsExactly(here - 20, there + 20);
    }

    private int balance(String account) throws SQLException {
        return Integer.parseInt(String.valueOf(Jdbc.value(client, "SELECT balance FROM " + account + " WHERE id = 1")));
    }

    @Test
    void twoPairsSayAndKeepTheSameAsOneServer() throws SQLException {
        compareWithOneServer();
    }

    @Test
    void twoPhasesSayAndKeepTheSameAsOneServer() throws SQLException {
        close();
        open(TransactionMode.XA);
        compareWithOneServer();
    }

    private void compareWithOneServer() throws SQLException {
        for (String script : SCRIPTS) {
            pairs.reset();
            List<String> onOne;
            try (Connection direct = pairs.root(0)) {
                onOne = run(direct, script);
                onOne.addAll(run(direct, contents()));
            }
            pairs.reset();
            try (Connection session = TwoPairs.connect(proxy)) {
                List<String> onTwo = run(session, script);
                onTwo.addAll(run(session, contents()));
                assertThat(onTwo).as(script).isEqualTo(onOne);
            }
        }
    }

    private static String contents() {
        return """
                USE bank00000
                SELECT GROUP_CONCAT(id, '=', balance ORDER BY id) FROM bank00000.account
                SELECT GROUP_CONCAT(id, '=', balance ORDER BY id) FROM bank00001.account
                SELECT GROUP_CONCAT(id, '=', balance ORDER BY id) FROM bank00004.account""";
    }

    private static List<String> run(Connection session, String script) throws SQLException {
        List<String> outcomes = new ArrayList<>();
        try (Statement statement = session.createStatement()) {
            for (String sql : script.lines().toList()) {
                outcomes.add(sql.strip() + " → " + outcome(statement, sql.strip()));
            }
        }
        return outcomes;
    }

    private static String outcome(Statement statement, String sql) {
        try {
            if (!statement.execute(sql)) {
                return "changed " + statement.getUpdateCount();
            }
            try (ResultSet rows = statement.getResultSet()) {
                return rows.next() ? rows.getString(1) : "nothing";
            }
        } catch (SQLException e) {
            return "error " + e.getErrorCode() + " " + e.getSQLState();
        }
    }

    @Test
    void preparedStatementsJoinToo() throws SQLException {
        for (TransactionMode mode : List.of(TransactionMode.BEST_EFFORT, TransactionMode.XA)) {
            close();
            open(mode);
            pairs.reset();
            try (Connection prepared = TwoPairs.connect(proxy, "&useServerPrepStmts=true");
                    PreparedStatement here =
                            prepared.prepareStatement("UPDATE " + HERE + " SET balance = balance - ? WHERE id = ?");
                    PreparedStatement there =
                            prepared.prepareStatement("UPDATE " + THERE + " SET balance = balance + ? WHERE id = ?")) {
                prepared.setAutoCommit(false);
                for (int round = 0; round < 3; round++) {
                    for (PreparedStatement statement : List.of(here, there)) {
                        statement.setInt(1, 10);
                        statement.setInt(2, 1);
                        assertThat(statement.executeUpdate()).isEqualTo(1);
                    }
                    if (round == 1) {
                        prepared.rollback();
                    } else {
                        prepared.commit();
                    }
                }
            }
            assertThat(pairs.balance(TwoPairs.HERE, 1)).isEqualTo(80);
            assertThat(pairs.balance(TwoPairs.THERE, 1)).isEqualTo(120);
        }
    }

    @Test
    void anotherUserFindsNothingOfIt() throws SQLException {
        try (Connection changing = TwoPairs.connect(proxy)) {
            changing.setAutoCommit(false);
            Jdbc.execute(changing, "UPDATE " + HERE + " SET balance = 1 WHERE id = 1");
            Jdbc.execute(changing, "UPDATE " + THERE + " SET balance = 1 WHERE id = 1");
            changing.unwrap(JdbcConnection.class).changeUser(TestProxy.USER, TestProxy.PASSWORD);

            pairs.execute(0, "UPDATE " + HERE + " SET balance = balance + 1 WHERE id = 1");
            pairs.execute(1, "UPDATE " + THERE + " SET balance = balance + 1 WHERE id = 1");
            assertThat(pairs.balance(TwoPairs.HERE, 1)).isEqualTo(101);
            assertThat(pairs.balance(TwoPairs.THERE, 1)).isEqualTo(101);
        }
    }

    @Test
    void definitionsThatPinionAnswersByItselfCommitAsOnAServer() throws SQLException {
        List<String> definitions = List.of(
                "CREATE TABLE IF NOT EXISTS bank.things (k INT)",
                "CREATE TABLE bank.things (k INT)",
                "DROP TABLE bank.nosuch",
                "ALTER TABLE bank.nosuch ADD x INT",
                "TRUNCATE bank.nosuch",
                "RENAME TABLE bank.nosuch TO bank.other",
                "DROP INDEX i ON bank.nosuch");
        for (String definition : definitions) {
            for (String begin : List.of("BEGIN", "SET autocommit = 0")) {
                assertThat(keepsWhatWasOpen(begin, definition, HERE))
                        .as(definition)
                        .isTrue();
                assertThat(keepsWhatWasOpen(begin, definition, HERE, THERE))
                        .as(definition)
                        .isTrue();
            }
        }
    }

    /** Each comes as it is, as a text to prepare, and in a body; a server is asked which of them commit. */
    @Test
    void aHiddenDefinitionCommitsOnAllPairsOrNotAtAll() throws SQLException {
        for (String definition : List.of(
                "CREATE OR REPLACE VIEW seen AS SELECT 1",
                "CREATE TABLE account (a INT)",
                "DROP TABLE nosuch",
                "TRUNCATE bank00000.things",
                "ANALYZE TABLE account",
                "LOAD INDEX INTO CACHE account",
                "CACHE INDEX account IN hot",
                "CREATE PACKAGE p AS PROCEDURE q(); END",
                "FLUSH STATUS",
                "CREATE ROLE IF NOT EXISTS shared_transaction",
                "DROP ROLE IF EXISTS shared_transaction",
                "BACKUP UNLOCK",
                "CHECK VIEW seen",
                "UPDATE bank00000.account SET balance = 8 WHERE id = 2")) {
            String quoted = "'" + definition.replace("'", "''") + "'";
            assertCommitsAsOnOneServer(definition);
            assertCommitsAsOnOneServer("PREPARE q FROM " + quoted + "; EXECUTE q");
            if (!pairs.isMySql()) {
                assertCommitsAsOnOneServer("EXECUTE IMMEDIATE " + quoted);
            }
        }
        assertCommitsAsOnOneServer("/*!40000 ALTER TABLE account COMMENT 'seen' */");
        if (!pairs.isMySql()) {
            assertCommitsAsOnOneServer("SET STATEMENT max_statement_time = 100 FOR TRUNCATE bank00000.things");
            assertCommitsAsOnOneServer("SET STATEMENT max_statement_time = 100 FOR DROP TABLE nosuch");
        }
    }

    private void assertCommitsAsOnOneServer(String way) throws SQLException {
        assertThat(keepsWhatWasOpen("BEGIN", way, HERE, THERE)).as(way).isEqualTo(commitsOnOneServer(way));
    }

    private boolean commitsOnOneServer(String way) throws SQLException {
        pairs.reset();
        try (Connection direct = pairs.root(0);
                Statement statement = direct.createStatement()) {
            statement.execute("USE bank00000");
            statement.execute("BEGIN");
            statement.execute("UPDATE " + HERE + " SET balance = 7");
            for (String sql : way.split("; (?=EXECUTE)", -1)) {
                outcome(statement, sql);
            }
            statement.execute("ROLLBACK");
        }
        return pairs.balance(TwoPairs.HERE, 1) == 7;
    }

    /** A refused statement begins no transaction, so the next one is still read-only. */
    @Test
    void aRefusedWriteDoesNotUseUpSetTransaction() throws SQLException {
        try (Connection session = TwoPairs.connect(proxy);
                Statement statement = session.createStatement()) {
            statement.execute("SET TRANSACTION READ ONLY");
            for (String write : List.of(
                    "UPDATE bank.things SET data = NULL",
                    "UPDATE bank.things SET data = NULL",
                    "DELETE FROM bank.things")) {
                assertThat(outcome(statement, write)).isEqualTo("error 1792 25006");
            }
            statement.execute("BEGIN");
            statement.execute("COMMIT");
            assertThat(outcome(statement, "DELETE FROM bank.things WHERE data = 'nosuch'"))
                    .isEqualTo("changed 0");
        }
    }

    @Test
    void whatMayCommitUnseenIsRefusedWithinASharedTransaction() throws SQLException {
        String text = "SET @text = 'TRUNCATE bank00000.things'";
        List<String> unseen = pairs.isMySql()
                ? List.of(text + "; PREPARE q FROM @text; EXECUTE q")
                : List.of(
                        text + "; PREPARE q FROM @text; EXECUTE q",
                        text + "; EXECUTE IMMEDIATE @text",
                        "BEGIN NOT ATOMIC TRUNCATE bank00000.things; END",
                        "EXECUTE IMMEDIATE 'BEGIN NOT ATOMIC TRUNCATE bank00000.things; END'",
                        "BEGIN NOT ATOMIC EXECUTE IMMEDIATE 'TRUNCATE bank00000.things'; END",
                        "IF TRUE THEN COMMIT; END IF");
        for (String way : unseen) {
            try (Connection session = TwoPairs.connect(proxy);
                    Statement statement = session.createStatement()) {
                pairs.reset();
                statement.execute("BEGIN");
                statement.execute("UPDATE " + HERE + " SET balance = 7");
                statement.execute("UPDATE " + THERE + " SET balance = 7");
                assertThat(lastOutcome(statement, way)).as(way).isEqualTo("error 1235 42000");
                statement.execute("COMMIT");
                assertThat(pairs.balance(TwoPairs.HERE, 1)).isEqualTo(7);
                assertThat(pairs.balance(TwoPairs.THERE, 1)).isEqualTo(7);
            }
        }
    }

    private static String lastOutcome(Statement statement, String way) {
        String last = "";
        for (String sql : way.split("; (?=PREPARE|EXECUTE [Iq])", -1)) {
            last = outcome(statement, sql);
        }
        return last;
    }

    @Test
    void whatPinionRefusesToDoCommitsNothing() throws SQLException {
        for (String definition :
                List.of("CREATE TABLE bank.fresh (k INT)", "CREATE TEMPORARY TABLE bank.things (k INT)")) {
            assertThat(keepsWhatWasOpen("BEGIN", definition, HERE, THERE))
                    .as(definition)
                    .isFalse();
        }
    }

    private boolean keepsWhatWasOpen(String begin, String definition, String... tables) throws SQLException {
        pairs.reset();
        try (Connection session = TwoPairs.connect(proxy);
                Statement statement = session.createStatement()) {
            statement.execute(begin);
            for (String table : tables) {
                statement.execute("UPDATE " + table + " SET balance = 7");
            }
            for (String sql : definition.split("; (?=EXECUTE)", -1)) {
                outcome(statement, sql);
            }
            statement.execute("ROLLBACK");
        }
        boolean here = pairs.balance(TwoPairs.HERE, 1) == 7;
        assertThat(pairs.balance(TwoPairs.THERE, 1)).isEqualTo(here && tables.length > 1 ? 7 : 100);
        return here;
    }

    @Test
    void nothingIsSeenFromOutsideBeforeItIsCommitted() throws SQLException {
        client.setAutoCommit(false);
        Jdbc.execute(client, "UPDATE " + HERE + " SET balance = 90 WHERE id = 1");
        Jdbc.execute(client, "UPDATE " + THERE + " SET balance = 110 WHERE id = 1");
        assertThat(pairs.balance(TwoPairs.HERE, 1)).isEqualTo(100);
        assertThat(pairs.balance(TwoPairs.THERE, 1)).isEqualTo(100);
        client.commit();

        assertThat(pairs.balance(TwoPairs.HERE, 1)).isEqualTo(90);
        assertThat(pairs.balance(TwoPairs.THERE, 1)).isEqualTo(110);
    }

    @Test
    void theIsolationLevelHoldsOnEveryPair() throws SQLException {
        Jdbc.execute(client, "SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
        Jdbc.execute(client, "BEGIN");
        Jdbc.value(client, "SELECT balance FROM " + HERE + " WHERE id = 1");
        assertThat(Jdbc.value(client, "SELECT balance FROM " + THERE + " WHERE id = 1"))
                .isEqualTo("100");
        pairs.execute(1, "UPDATE " + THERE + " SET balance = 55 WHERE id = 1");
        assertThat(Jdbc.value(client, "SELECT balance FROM " + THERE + " WHERE id = 1"))
                .isEqualTo("55");
        Jdbc.execute(client, "COMMIT");

        Jdbc.execute(client, "BEGIN");
        Jdbc.value(client, "SELECT balance FROM " + HERE + " WHERE id = 1");
        Jdbc.value(client, "SELECT balance FROM " + THERE + " WHERE id = 1");
        pairs.execute(1, "UPDATE " + THERE + " SET balance = 56 WHERE id = 1");
        assertThat(Jdbc.value(client, "SELECT balance FROM " + THERE + " WHERE id = 1"))
                .isEqualTo("55");
    }

    /** On one server, the isolation level that a session sets within a transaction is that of the next one. */
    @Test
    void aPairThatJoinsHasTheIsolationLevelThatTheTransactionBeganWith() throws SQLException {
        Jdbc.execute(client, "BEGIN");
        Jdbc.value(client, "SELECT balance FROM " + HERE + " WHERE id = 1");
        Jdbc.execute(client, "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
        Jdbc.value(client, "SELECT balance FROM " + THERE + " WHERE id = 1");
        pairs.execute(1, "UPDATE " + THERE + " SET balance = 55 WHERE id = 1");
        assertThat(Jdbc.value(client, "SELECT balance FROM " + THERE + " WHERE id = 1"))
                .isEqualTo("100");
        Jdbc.execute(client, "COMMIT");

        Jdbc.execute(client, "BEGIN");
        Jdbc.value(client, "SELECT balance FROM " + THERE + " WHERE id = 1");
        pairs.execute(1, "UPDATE " + THERE + " SET balance = 56 WHERE id = 1");
        assertThat(Jdbc.value(client, "SELECT balance FROM " + THERE + " WHERE id = 1"))
                .isEqualTo("56");
    }

    @Test
    void aDeadlockOnOnePairRollsBackTheOther() throws SQLException {
        Jdbc.execute(client, "BEGIN");
        Jdbc.execute(client, "UPDATE " + HERE + " SET balance = 1 WHERE id = 2");
        Jdbc.execute(client, "UPDATE " + THERE + " SET balance = 1 WHERE id = 1");
        try (Connection other = pairs.root(1)) {
            other.setAutoCommit(false);
            // The one that has changed less is the victim.
            Jdbc.execute(other, "UPDATE " + THERE + " SET balance = 2 WHERE id = 2");
            Jdbc.execute(other, "INSERT INTO " + THERE + " VALUES (10, 1), (11, 1), (12, 1), (13, 1)");
            CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> {
                try {
                    Jdbc.execute(other, "UPDATE " + THERE + " SET balance = 2 WHERE id = 1");
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            Conditions.await(() -> pairs.isUpdating(1));
            Failure failure =
                    Failure.of(() -> Jdbc.execute(client, "UPDATE " + THERE + " SET balance = 3 WHERE id = 2"));
            assertThat(failure.code()).isEqualTo(1213);
            waiting.join();
            other.rollback();
        }
        // The locks of the other pair are free, too.
        pairs.execute(0, "UPDATE " + HERE + " SET balance = 70 WHERE id = 2");
        Jdbc.execute(client, "COMMIT");
        assertThat(pairs.balance(TwoPairs.HERE, 2)).isEqualTo(70);
        assertThat(pairs.balance(TwoPairs.THERE, 1)).isEqualTo(100);
    }

    @Test
    void aLockThatIsNotHadInTimeUndoesItsStatementOnly() throws SQLException {
        Jdbc.execute(client, "SET SESSION innodb_lock_wait_timeout = 1");
        Jdbc.execute(client, "BEGIN");
        Jdbc.execute(client, "UPDATE " + HERE + " SET balance = 1 WHERE id = 1");
        Jdbc.execute(client, "UPDATE " + THERE + " SET balance = 1 WHERE id = 1");
        try (Connection other = pairs.root(1)) {
            other.setAutoCommit(false);
            Jdbc.execute(other, "UPDATE " + THERE + " SET balance = 2 WHERE id = 2");
            Failure failure =
                    Failure.of(() -> Jdbc.execute(client, "UPDATE " + THERE + " SET balance = 3 WHERE id = 2"));
            assertThat(failure.code()).isEqualTo(1205);
            other.rollback();
        }
        Jdbc.execute(client, "COMMIT");
        assertThat(pairs.balance(TwoPairs.HERE, 1)).isEqualTo(1);
        assertThat(pairs.balance(TwoPairs.THERE, 1)).isEqualTo(1);
        assertThat(pairs.balance(TwoPairs.THERE, 2)).isEqualTo(100);
    }

    @Test
    void aClientThatGoesLeavesNoLock() throws SQLException {
        client.setAutoCommit(false);
        Jdbc.execute(client, "UPDATE " + HERE + " SET balance = 1 WHERE id = 1");
        Jdbc.execute(client, "UPDATE " + THERE + " SET balance = 1 WHERE id = 1");
        client.abort(Runnable::run);

        pairs.execute(0, "UPDATE " + HERE + " SET balance = balance + 1 WHERE id = 1");
        pairs.execute(1, "UPDATE " + THERE + " SET balance = balance + 1 WHERE id = 1");
        assertThat(pairs.balance(TwoPairs.HERE, 1)).isEqualTo(101);
        assertThat(pairs.balance(TwoPairs.THERE, 1)).isEqualTo(101);
    }

    @Test
    void aSnapshotIsTakenOnEachPairThatJoins() throws SQLException {
        Jdbc.execute(client, "START TRANSACTION WITH CONSISTENT SNAPSHOT");
        Jdbc.value(client, "SELECT balance FROM " + HERE + " WHERE id = 1");
        Jdbc.value(client, "SELECT balance FROM " + THERE + " WHERE id = 2");

        pairs.execute(1, "UPDATE " + THERE + " SET balance = 7 WHERE id = 1");
        assertThat(Jdbc.value(client, "SELECT balance FROM " + THERE + " WHERE id = 1"))
                .isEqualTo("100");
        Jdbc.execute(client, "COMMIT");
        assertThat(Jdbc.value(client, "SELECT balance FROM " + THERE + " WHERE id = 1"))
                .isEqualTo("7");
    }

    @Test
    void aProcedureThatCommitsOnOnePairOnlyIsNotTakenForACommit() throws SQLException {
        pairs.execute(
                1,
                "DROP PROCEDURE IF EXISTS bank00004.done",
                "CREATE PROCEDURE bank00004.done() COMMIT",
                "DROP PROCEDURE IF EXISTS bank00004.nothing",
                "CREATE PROCEDURE bank00004.nothing() DO 1");
        Jdbc.execute(client, "BEGIN");
        Jdbc.execute(client, "UPDATE " + HERE + " SET balance = 1 WHERE id = 1");
        Jdbc.execute(client, "UPDATE " + THERE + " SET balance = 1 WHERE id = 1");
        Jdbc.execute(client, "USE bank00004");
        Jdbc.execute(client, "CALL bank00004.nothing()");
        Jdbc.execute(client, "CALL bank00004.done()");

        assertThatThrownBy(() -> Jdbc.execute(client, "COMMIT")).hasMessageContaining("rolled it back on shard 0");
        assertThat(pairs.balance(TwoPairs.HERE, 1)).isEqualTo(100);
        assertThat(pairs.balance(TwoPairs.THERE, 1)).isEqualTo(1);
    }

    private static final String BOTH =
            TwoPairs.id(0, 1) + ", " + TwoPairs.id(1, 1) + ", " + TwoPairs.id(4, 1) + ", " + TwoPairs.id(5, 1);

    private void changeBoth(String data) throws SQLException {
        Jdbc.execute(client, "UPDATE bank.things SET data = '" + data + "' WHERE id IN (" + BOTH + ")");
    }

    private void assertData(String everywhere) throws SQLException {
        for (int shard : new int[] {0, 1, 4, 5}) {
            try (Connection root = pairs.root(shard / 4)) {
                assertThat(Jdbc.value(root, "SELECT data FROM bank%05d.things WHERE local_id = 1".formatted(shard)))
                        .as("shard " + shard)
                        .isEqualTo(everywhere);
            }
        }
    }

    @Test
    void aStatementOnSeveralShardsIsDoneOnAllOrOnNone() throws SQLException {
        for (TransactionMode mode : List.of(TransactionMode.BEST_EFFORT, TransactionMode.XA)) {
            close();
            open(mode);
            pairs.reset();
            pairs.execute(1, "UPDATE bank00005.things SET data = 'three' WHERE local_id = 2");
            changeBoth("fine");
            assertData("fine");
            assertThat(Failure.of(() -> changeBoth("three")).code()).isEqualTo(1062);
            assertData("fine");
            assertThat(client.getAutoCommit()).isTrue();
            pairs.execute(0, "UPDATE bank00000.things SET data = 'locks are free' WHERE local_id = 1");
        }
    }

    @Test
    void withinATransactionItIsUndoneAloneAndTheRestGoesOn() throws SQLException {
        for (TransactionMode mode : List.of(TransactionMode.BEST_EFFORT, TransactionMode.XA)) {
            close();
            open(mode);
            pairs.reset();
            pairs.execute(1, "UPDATE bank00005.things SET data = 'three' WHERE local_id = 2");
            Jdbc.execute(client, "BEGIN");
            changeBoth("fine");
            assertThat(Failure.of(() -> changeBoth("three")).code()).isEqualTo(1062);
            assertData("one");
            assertThat(Jdbc.value(client, "SELECT data FROM bank.things WHERE id = " + TwoPairs.id(0, 1)))
                    .isEqualTo("fine");
            Jdbc.execute(client, "COMMIT");
            assertData("fine");

            Jdbc.execute(client, "BEGIN");
            changeBoth("gone");
            Jdbc.execute(client, "ROLLBACK");
            assertData("fine");
        }
    }

    @Test
    void aDeadlockOnOneOfSeveralShardsRollsBackAll() throws SQLException {
        for (TransactionMode mode : List.of(TransactionMode.BEST_EFFORT, TransactionMode.XA)) {
            close();
            open(mode);
            pairs.reset();
            Jdbc.execute(client, "BEGIN");
            Jdbc.execute(client, "UPDATE bank.things SET data = 'mine' WHERE id = " + TwoPairs.id(0, 2));
            Jdbc.execute(client, "UPDATE bank.things SET data = 'mine' WHERE id = " + TwoPairs.id(4, 2));
            try (Connection other = pairs.root(1)) {
                other.setAutoCommit(false);
                Jdbc.execute(other, "UPDATE bank00004.things SET data = 'other' WHERE local_id = 1");
                Jdbc.execute(other, "INSERT INTO bank00004.things (data) VALUES ('a'), ('b'), ('c'), ('d')");
                CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> {
                    try {
                        Jdbc.execute(other, "UPDATE bank00004.things SET data = 'others' WHERE local_id = 2");
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                });
                Conditions.await(() -> pairs.isUpdating(1));
                assertThat(Failure.of(() -> changeBoth("never")).code()).isEqualTo(1213);
                waiting.join();
                other.rollback();
            }
            pairs.execute(0, "UPDATE bank00000.things SET data = 'locks are free' WHERE local_id = 2");
            Jdbc.execute(client, "COMMIT");
            assertData("one");
            changeBoth("again");
            assertData("again");
        }
    }

    @Test
    void aKeyspaceMayForbidASecondShard() throws SQLException {
        close();
        open(TransactionMode.SINGLE);
        Jdbc.execute(client, "BEGIN");
        Jdbc.execute(client, "UPDATE " + HERE + " SET balance = 1 WHERE id = 1");

        assertThatThrownBy(() -> Jdbc.value(client, "SELECT balance FROM bank00001.account WHERE id = 1"))
                .hasMessageContaining("shard 0 of bank on pair pair1")
                .hasMessageContaining("shard 1 of bank on pair pair1")
                .hasMessageContaining("\"single\"");
        assertThatThrownBy(() -> Jdbc.value(client, "SELECT balance FROM " + THERE))
                .hasMessageContaining("shard 4 of bank on pair pair2");
        Jdbc.execute(client, "COMMIT");
        assertThat(pairs.balance(TwoPairs.HERE, 1)).isEqualTo(1);
    }
}
