package io.pinion.integration.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.mysql.cj.jdbc.JdbcConnection;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.RealServer;
import io.pinion.server.backend.PoolLimits;
import io.pinion.server.observe.SessionSnapshot;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.TestProxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * With one connection for everybody: a session that has something on it which can't be replayed keeps it, and gives it up
 * when the thing has ended, clean.
 */
@ExtendWith(LeakWatch.class)
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.integration.testing.RealServer#servers")
class PinIT {
    private static final PoolLimits IMPATIENT = new PoolLimits(700, 10, 60_000, 10_000, 16, 0);

    private final RealServer server;
    private TestProxy proxy;

    PinIT(RealServer server) {
        this.server = server;
    }

    @BeforeEach
    void start() throws SQLException {
        server.execute(
                "DROP TABLE IF EXISTS legacy.pinned",
                "CREATE TABLE legacy.pinned (id INT PRIMARY KEY)",
                "DROP PROCEDURE IF EXISTS legacy.pin",
                "CREATE PROCEDURE legacy.pin() SELECT 1",
                "CREATE DATABASE IF NOT EXISTS test_other");
        proxy = server.proxy().maxConnections(1).poolLimits(IMPATIENT).start();
    }

    @AfterEach
    void stop() throws SQLException {
        proxy.close();
        server.execute(
                "DROP DATABASE IF EXISTS test_other",
                "DROP TABLE legacy.pinned",
                "DROP PROCEDURE IF EXISTS legacy.pin");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "CREATE TEMPORARY TABLE tmp (a INT)        | a temporary table | DROP TEMPORARY TABLE tmp",
                "CREATE TEMPORARY TABLE `Tmp` (a INT)      | a temporary table | DROP TABLE IF EXISTS Tmp",
                "CREATE TEMPORARY TABLE legacy.tmp (a INT) | a temporary table | DROP TABLE legacy.tmp",
                "CREATE TEMPORARY TABLE tmp SELECT 1 AS a  | a temporary table | ALTER TABLE tmp ADD b INT; DROP TABLE tmp",
                "LOCK TABLES pinned WRITE                  | LOCK TABLES       | UNLOCK TABLES",
                "HANDLER pinned OPEN                       | an open HANDLER   | HANDLER pinned CLOSE",
                "HANDLER pinned OPEN AS h                  | an open HANDLER   | HANDLER h CLOSE",
                "PREPARE s FROM 'SELECT 1'                 | PREPARE … FROM    | DEALLOCATE PREPARE s",
                "PREPARE s FROM 'SELECT 1'                 | PREPARE … FROM    | DROP PREPARE s",
                "XA START 'x'                              | an XA transaction | XA END 'x'; XA ROLLBACK 'x'",
                "BEGIN; SELECT * FROM pinned               | a transaction     | COMMIT",
                "SET autocommit = 0; SELECT * FROM pinned  | a transaction     | ROLLBACK",
                "START TRANSACTION WITH CONSISTENT SNAPSHOT| a transaction     | COMMIT",
                "SELECT GET_LOCK('pin', 0)                 | GET_LOCK          | SELECT RELEASE_LOCK('pin')",
                "DO GET_LOCK('Pin', 0)                     | GET_LOCK          | SELECT RELEASE_LOCK('Pin') AS done",
                "SELECT GET_LOCK('a', 0); SELECT GET_LOCK('b', 0) | GET_LOCK   | SELECT RELEASE_ALL_LOCKS()",
                "SELECT @a := 1                            | a user variable with a computed value | RESET",
                "SELECT 1 INTO @a                          | a user variable with a computed value | RESET",
                "SET rand_seed1 = 5                        | a setting with a computed value | RESET",
                "CALL pin()                                | a statement that may leave state on its server | RESET",
            })
    void whatIsEndedFreesTheConnection(String begin, String reason, String end) throws SQLException {
        try (Connection first = connect();
                Connection second = connect()) {
            execute(first, begin);
            assertThat(pinnedBecause()).anyMatch(words -> words.contains(reason));
            assertThat(isFree(second)).as("while it lasts").isFalse();
            if (end.equals("RESET")) {
                first.unwrap(JdbcConnection.class).resetServerState();
            } else {
                execute(first, end);
            }
            Conditions.await("the connection is free when it has ended", Conditions.LONG, () -> isFree(second));
            assertThat(pinnedBecause()).containsOnly("");
            assertThat(Jdbc.value(first, "SELECT 'alive'")).isEqualTo("alive");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT IS_FREE_LOCK('pin')",
                "SELECT IS_USED_LOCK('pin')",
                "SELECT RELEASE_LOCK('nobody')",
                "SET @a = 1",
                "SET time_zone = '+01:00'",
                "SELECT 'GET_LOCK(x)'",
                "BEGIN",
            })
    void whatLeavesNothingKeepsNothing(String sql) throws SQLException {
        try (Connection first = connect();
                Connection second = connect()) {
            execute(first, sql);
            Conditions.await(() -> isFree(second));
        }
    }

    /** It commits, as on a server, and the next transaction begins without what SET TRANSACTION has said. */
    @Test
    void unlockingTablesTakesTheCharacteristicsOfTheNextTransaction() throws SQLException {
        try (Connection client = connect()) {
            execute(client, "LOCK TABLES pinned READ");
            execute(client, "SET TRANSACTION READ ONLY");
            execute(client, "UNLOCK TABLES");
            execute(client, "DELETE FROM pinned");

            execute(client, "SET TRANSACTION READ ONLY");
            execute(client, "UNLOCK TABLES");
            assertThatThrownBy(() -> execute(client, "DELETE FROM pinned")).hasMessageContaining("READ ONLY");
        }
    }

    /** On MariaDB a user who has taken the lock may end it, but only on the connection that has it. */
    @Test
    void unlockingTablesLeavesALockForBackups() throws SQLException {
        assumeThat(server.isMySql()).isFalse();
        try (Connection first = connect();
                Connection second = connect()) {
            execute(first, "BACKUP LOCK legacy.pinned; UNLOCK TABLES");
            assertThat(pinnedBecause()).contains("BACKUP LOCK");
            assertThat(isFree(second)).isFalse();
            execute(first, "USE test_other; BACKUP UNLOCK");
            Conditions.await(() -> isFree(second));
        }
    }

    /** Servers count how often a session has taken a lock. */
    @Test
    void aLockTakenTwiceIsNotGivenBackByOneRelease() throws SQLException {
        try (Connection first = connect();
                Connection second = connect()) {
            execute(first, "SELECT GET_LOCK('pin', 0); SELECT GET_LOCK('pin', 0); SELECT RELEASE_LOCK('pin')");
            assertThat(isFree(second)).isFalse();
            execute(first, "SELECT RELEASE_ALL_LOCKS()");
            Conditions.await(() -> isFree(second));
        }
    }

    @Test
    void aCursorKeepsItsConnectionUntilItIsClosed() throws SQLException {
        server.execute("INSERT INTO legacy.pinned VALUES (1), (2), (3)");
        try (Connection first = RealServer.connect(proxy, "&useServerPrepStmts=true&useCursorFetch=true");
                Connection second = connect()) {
            try (PreparedStatement select = first.prepareStatement("SELECT id FROM pinned")) {
                select.setFetchSize(1);
                try (ResultSet rows = select.executeQuery()) {
                    assertThat(rows.next()).isTrue();
                    assertThat(pinnedBecause()).contains("an open cursor");
                    assertThat(isFree(second)).isFalse();
                }
            }
            Conditions.await(() -> isFree(second));
        }
    }

    @Test
    void oneOfTwoThingsIsNotAll() throws SQLException {
        try (Connection first = connect();
                Connection second = connect()) {
            execute(first, "CREATE TEMPORARY TABLE a (a INT); CREATE TEMPORARY TABLE b (a INT); DROP TABLE a");
            assertThat(isFree(second)).isFalse();
            execute(first, "DROP TABLE b");
            Conditions.await(() -> isFree(second));
        }
    }

    /** A MariaDB writes it to its log, so that the standby renames the real table of that name, or stops. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "RENAME TABLE pinned TO moved, moved TO pinned",
                "CREATE TABLE b (a INT); RENAME TABLE pinned TO moved, moved TO pinned",
                "PREPARE s FROM 'RENAME TABLE pinned TO moved, moved TO pinned'; EXECUTE s"
            })
    void tablesAreNotRenamedBesideTemporaryOnes(String rename) throws SQLException {
        try (Connection first = connect()) {
            execute(first, rename);
            execute(first, "DROP TABLE IF EXISTS b; CREATE TEMPORARY TABLE pinned (a INT)");
            if (server.isMySql()) {
                execute(first, rename);
            } else {
                assertThatThrownBy(() -> execute(first, rename))
                        .hasMessageContaining("this session may have temporary tables");
            }
            execute(first, "DROP TABLE IF EXISTS b");
        }
    }

    @Test
    void aNameUsedInTwoDatabasesIsNotTakenForOneThing() throws SQLException {
        try (Connection first = connect();
                Connection second = connect()) {
            execute(
                    first,
                    "CREATE TEMPORARY TABLE t (a INT); USE test_other; CREATE TEMPORARY TABLE t (a INT); DROP TABLE t");
            assertThat(isFree(second)).isFalse();
        }
    }

    /** It would be the next session's, which would read what isn't its, and lose what it writes. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TEMPORARY TABLE pinned (s INT); USE test_other; DROP TABLE IF EXISTS pinned",
                "CREATE TEMPORARY TABLE a (s INT); ALTER TABLE a RENAME TO pinned; DROP TABLE IF EXISTS a",
                "CREATE TEMPORARY TABLE a (s INT); ALTER TABLE a RENAME pinned; CREATE TEMPORARY TABLE a (s INT); DROP TABLE a",
                "CREATE TEMPORARY TABLE pinned (s INT); DROP TABLE IF EXISTS PINNED",
            })
    void aTemporaryTableThatMayRemainIsTheSessionsAlone(String sql) throws SQLException {
        try (Connection second = connect()) {
            try (Connection first = connect()) {
                execute(first, sql);
                assertThat(isFree(second)).isFalse();
                assertThat(Jdbc.value(first, "SELECT COUNT(s) FROM legacy.pinned"))
                        .isEqualTo("0");
            }
            Conditions.await(() -> isFree(second));
        }
    }

    /** The connection is reset, and knows it no more. */
    @Test
    void whatAStatementSaidIsKnownWhenItsConnectionIsFree() throws SQLException {
        try (Connection first = connect();
                Connection second = connect()) {
            execute(first, "SELECT GET_LOCK('pin', 0); SELECT RELEASE_LOCK('pin')");
            Conditions.await(() -> isFree(second));
            assertThat(Jdbc.value(first, "SELECT FOUND_ROWS()")).isEqualTo("1");
        }
    }

    @Test
    void aSessionThatEndsLeavesNothing() throws SQLException {
        try (Connection first = connect()) {
            execute(first, "CREATE TEMPORARY TABLE pinned (a INT); INSERT INTO pinned VALUES (1), (2); SET @left = 1");
            assertThat(Jdbc.value(first, "SELECT GET_LOCK('pinned', 0)")).isEqualTo("1");
        }
        try (Connection second = connect()) {
            assertThat(Jdbc.value(second, "SELECT COUNT(*) FROM pinned")).isEqualTo("0");
            assertThat(Jdbc.value(second, "SELECT @left")).isNull();
            assertThat(Jdbc.value(second, "SELECT IS_FREE_LOCK('pinned')")).isEqualTo("1");
        }
    }

    /** Another session gets the one connection, or waits in vain. */
    private static boolean isFree(Connection other) throws SQLException {
        try {
            return "0".equals(Jdbc.value(other, "SELECT COUNT(*) FROM pinned WHERE id < 0"));
        } catch (SQLException e) {
            assertThat(e.getErrorCode()).isEqualTo(1040);
            return false;
        }
    }

    /** As SHOW SESSIONS tells it, of each session. */
    private List<String> pinnedBecause() {
        return proxy.server().sessions().snapshots().toCompletableFuture().join().stream()
                .map(SessionSnapshot::pinnedBecause)
                .toList();
    }

    private Connection connect() throws SQLException {
        return RealServer.connect(proxy, "&allowMultiQueries=true");
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        for (String one : sql.split(";")) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(one.strip());
            }
        }
    }
}
