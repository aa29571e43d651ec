package io.pinion.integration.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.TwoPairs;
import io.pinion.server.testing.Failure;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.TestProxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a statement on one pair has left of the session, to the next statement on the other pair, as on one server. */
@ExtendWith(LeakWatch.class)
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.integration.testing.TwoPairs#all")
class OtherPairIT {
    private static final int NOT_SUPPORTED = 1235;

    /** On pair1 alone. */
    private static final String ONE = "bank00003";

    /** On pair2 alone. */
    private static final String TWO = "bank00007";

    private final TwoPairs pairs;
    private TestProxy proxy;
    private Connection client;

    OtherPairIT(TwoPairs pairs) {
        this.pairs = pairs;
    }

    @BeforeEach
    void start() throws SQLException {
        prepare(0, ONE, TWO);
        prepare(1, TWO, ONE);
        proxy = pairs.proxy();
        client = TwoPairs.connect(proxy);
    }

    private void prepare(int node, String database, String gone) throws SQLException {
        pairs.execute(
                node,
                "DROP DATABASE IF EXISTS " + gone,
                "DROP DATABASE " + database,
                "CREATE DATABASE " + database,
                "USE " + database,
                "CREATE TABLE made (id INT AUTO_INCREMENT PRIMARY KEY, n INT) AUTO_INCREMENT=" + (node * 10 + 1),
                "CREATE TABLE kept (n INT)",
                "CREATE PROCEDURE p_reads(x INT) BEGIN DO x; END",
                "CREATE PROCEDURE p_sets() BEGIN SET @a = 14, @b = " + (15 + node) + "; END",
                "CREATE PROCEDURE p_keeps() BEGIN INSERT INTO kept VALUES (@a); END",
                "CREATE PROCEDURE p_makes(x INT) BEGIN INSERT INTO made (n) VALUES (x); END",
                "CREATE FUNCTION f(x INT) RETURNS INT DETERMINISTIC RETURN x",
                "CREATE FUNCTION sets_f() RETURNS INT DETERMINISTIC BEGIN SET @a = 14; RETURN 1; END");
    }

    @AfterEach
    void close() throws SQLException {
        client.close();
        proxy.close();
        for (String database : new String[] {ONE, TWO}) {
            for (int node = 0; node < 2; node++) {
                pairs.execute(
                        node,
                        "DROP DATABASE IF EXISTS " + database,
                        "CREATE DATABASE " + database,
                        "CREATE TABLE " + database + ".account (id INT PRIMARY KEY, balance INT NOT NULL)",
                        "CREATE TABLE " + database + ".things (local_id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY,"
                                + " data VARCHAR(100) UNIQUE)");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CALL p_reads(@a)",
                "SELECT f(@a)",
                "PREPARE q FROM 'SELECT ? FROM kept'|EXECUTE q USING @a",
                "EXECUTE IMMEDIATE 'SELECT ?' USING @a",
                "BEGIN NOT ATOMIC SELECT @a; END",
                "IF @a THEN SELECT 1; END IF"
            })
    void aVariableThatWasReadHasItsValueOnTheOtherPair(String reading) throws SQLException {
        assumeThat(pairs.isMySql() && reading.matches("EXECUTE IMM.*|BEGIN.*|IF.*"))
                .isFalse();
        run("USE " + TWO + "|SET @a = 5|" + reading);
        assertThat(onTheOtherPair("@a")).isEqualTo("5");
        assertThat(Jdbc.value(client, "SELECT @a")).isEqualTo("5");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CALL p_sets()",
                "SELECT sets_f()",
                "PREPARE q FROM 'SELECT @a := 14 FROM (SELECT COUNT(*) FROM kept) AS k'|EXECUTE q",
                "SELECT 14 INTO @a FROM (SELECT COUNT(*) FROM kept) AS k"
            })
    void aVariableThatWasSetUnseenHasItsNewValueThere(String setting) throws SQLException {
        run("USE " + TWO + "|SET @a = 5|" + setting);
        assertThat(onTheOtherPair("@a")).isEqualTo("14");
    }

    @Test
    void aVariableThatARoutineMadeHasItsValueThere() throws SQLException {
        run("USE " + TWO + "|CALL p_sets()");
        assertThat(onTheOtherPair("@b")).isEqualTo("16");
        assertThat(onTheOtherPair("@never_set")).isNull();
    }

    @Test
    void aVariableThatAStatementMadeIsThereForARoutineThatReadsItUnseen() throws SQLException {
        run("USE " + TWO + "|SELECT 14 INTO @a FROM (SELECT COUNT(*) FROM kept) AS k|USE " + ONE + "|CALL p_keeps()");
        assertThat(Jdbc.value(client, "SELECT n FROM kept")).isEqualTo("14");
    }

    @Test
    void aVariableThatWasSetUnseenCanBeReadByAPreparedStatementThere() throws SQLException {
        try (Connection preparing = preparing()) {
            Jdbc.execute(preparing, "USE " + TWO);
            Jdbc.execute(preparing, "SET @a = 5");
            Jdbc.execute(preparing, "SELECT sets_f()");
            assertThat(prepared(preparing, "SELECT COUNT(*) + @a FROM " + ONE + ".kept"))
                    .isEqualTo("14");
        }
    }

    @Test
    void variablesThatAreLongTogetherHaveTheirValuesThere() throws SQLException {
        run("USE " + TWO + "|SET @a = 5|SET @b = REPEAT('b', 6000)|SET @c = REPEAT('c', 6000)|CALL p_reads(1)");
        assertThat(onTheOtherPair("@a + LENGTH(@b) + LENGTH(@c)")).isEqualTo("12005");
    }

    /** The question for its value would be a text of the client's own, which no rights apply to. */
    @Test
    void aVariableWhoseNameIsSqlIsNotAskedFor() throws SQLException {
        run("USE " + TWO + "|SET @`x``:=(SELECT 7)#` = 5|CALL p_reads(1)|INSERT INTO " + ONE + ".kept VALUES (1)");
        assertThat(Jdbc.value(client, "SELECT @x")).isNull();
        assertThat(Jdbc.value(client, "SELECT @`x``:=(SELECT 7)#`")).isEqualTo("5");
    }

    @Test
    void aVariableThatBothPairsHaveIsRefusedUntilItIsSet() throws SQLException {
        run("USE " + TWO + "|CALL p_sets()|USE " + ONE + "|CALL p_sets()|USE " + TWO);
        assertThat(Failure.of(() -> onTheOtherPair("@b"))).returns(NOT_SUPPORTED, Failure::code);
        run("SET @b = 3");
        assertThat(onTheOtherPair("@b")).isEqualTo("3");
    }

    /** Locks are on one pair, whatever the current database is. */
    @ParameterizedTest
    @ValueSource(strings = {ONE, TWO})
    void aLockIsTakenByANameThatARoutineHasSet(String database) throws SQLException {
        run("USE " + database + "|CALL p_sets()");
        assertThat(Jdbc.value(client, "SELECT GET_LOCK(CONCAT('of ', @a), 0)")).isEqualTo("1");
        assertThat(Jdbc.value(client, "SELECT RELEASE_LOCK(CONCAT('of ', @a))")).isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(strings = {ONE, TWO})
    void aGlobalVariableIsSetToAValueThatARoutineHasSet(String database) throws SQLException {
        run("USE " + ONE + "|CALL p_sets()|USE " + database + "|SET GLOBAL long_query_time = @a - 4");
        assertThat(Jdbc.value(client, "SELECT @@GLOBAL.long_query_time = 10")).isEqualTo("1");
    }

    private @Nullable String onTheOtherPair(String expression) throws SQLException {
        run("INSERT INTO " + ONE + ".kept VALUES (" + expression + ")");
        try (Connection root = pairs.root(0)) {
            String value = Jdbc.value(root, "SELECT MAX(n) FROM " + ONE + ".kept");
            Jdbc.execute(root, "DELETE FROM " + ONE + ".kept");
            return value;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1",
                "SELECT NOW()",
                "DO 1",
                "SHOW VARIABLES LIKE 'port'",
                "SELECT LAST_INSERT_ID()",
                "SELECT DATABASE()",
                "SET @x = CONCAT('a', 'b')"
            })
    void aStatementWithoutATableRunsInADatabaseOfAnotherPair(String sql) throws SQLException {
        run("USE " + TWO + "|INSERT INTO " + ONE + ".made (n) VALUES (1)|" + sql);
        run("USE " + ONE + "|CALL p_reads(1)|USE " + TWO + "|" + sql);
        assertThat(Jdbc.value(client, "SELECT DATABASE()")).isEqualTo(TWO);
    }

    @Test
    void aStatementWithoutATableIsPreparedInADatabaseOfAnotherPair() throws SQLException {
        try (Connection preparing = preparing()) {
            Jdbc.execute(preparing, "USE " + ONE);
            Jdbc.execute(preparing, "CALL p_reads(1)");
            Jdbc.execute(preparing, "USE " + TWO);
            assertThat(prepared(preparing, "SELECT 1 + 1")).isEqualTo("2");
        }
    }

    /** The session keeps a connection to each of the pairs. */
    @Test
    void whatAConnectionHasEndsThereFromADatabaseOfAnotherPair() throws SQLException {
        run("USE " + ONE + "|PREPARE q FROM 'SELECT 1 FROM kept'|LOCK TABLES kept WRITE");
        run("USE " + TWO + "|CALL p_reads(1)|DEALLOCATE PREPARE q|UNLOCK TABLES");
        try (Connection root = pairs.root(0)) {
            Jdbc.execute(root, "SET lock_wait_timeout = 1");
            Jdbc.execute(root, "INSERT INTO " + ONE + ".kept VALUES (1)");
        }
    }

    @Test
    void aTextIsExecutedWhereItWasPrepared() throws SQLException {
        run("USE " + ONE + "|SET @a = 5|PREPARE q FROM 'SELECT COUNT(*) + ? FROM " + TWO + ".kept'");
        assertThat(Jdbc.value(client, "EXECUTE q USING @a")).isEqualTo("5");
        run("PREPARE q FROM 'INSERT INTO kept VALUES (?)'|USE " + TWO + "|EXECUTE q USING @a");
        assertThat(Jdbc.value(client, "SELECT SUM(n) FROM " + ONE + ".kept")).isEqualTo("5");
        run("BEGIN|INSERT INTO kept VALUES (1)|EXECUTE q USING @a|ROLLBACK|DEALLOCATE PREPARE q");
        assertThat(Jdbc.value(client, "SELECT SUM(n) FROM " + ONE + ".kept")).isEqualTo("5");
    }

    @Test
    void aTransactionOfTheOtherPairIsKnown() throws SQLException {
        assumeThat(pairs.isMySql()).isFalse();
        run("USE " + ONE + "|BEGIN|INSERT INTO " + TWO + ".kept VALUES (1)");
        assertThat(Jdbc.value(client, "SELECT @@in_transaction")).isEqualTo("1");
    }

    private static @Nullable String prepared(Connection preparing, String sql) throws SQLException {
        try (PreparedStatement statement = preparing.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }

    /** A client that doesn't send the text instead when it can't be prepared. */
    private Connection preparing() throws SQLException {
        return TwoPairs.connect(proxy, "&useServerPrepStmts=true&emulateUnsupportedPstmts=false");
    }

    @Test
    void theInsertIdOfACallOutlivesAnInsertThatFailsElsewhere() throws SQLException {
        run("USE " + TWO + "|INSERT INTO " + ONE + ".made (id) VALUES (5)|CALL p_makes(61)");
        assertThat(Failure.of(() -> run("INSERT INTO " + ONE + ".made (id) VALUES (5)")))
                .returns(1062, Failure::code);
        assertThat(Jdbc.value(client, "SELECT LAST_INSERT_ID()")).isEqualTo("11");
    }

    @ParameterizedTest
    @ValueSource(strings = {ONE, TWO})
    void theInsertIdOutlivesACallElsewhereThatInsertsNothing(String database) throws SQLException {
        run("USE " + database + "|INSERT INTO " + ONE + ".made (n) VALUES (1)|USE " + TWO + "|CALL p_reads(3)");
        run("USE " + database);
        assertThat(Jdbc.value(client, "SELECT LAST_INSERT_ID()")).isEqualTo("1");
    }

    private void run(String statements) throws SQLException {
        for (String sql : statements.split("\\|")) {
            Jdbc.execute(client, sql);
        }
    }
}
