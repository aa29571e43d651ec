package io.pinion.integration.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.SchemaCluster;
import io.pinion.routing.text.lexer.Dialect;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On MariaDB, with what only it has. */
class ReadingIT extends ReadingScenarios {
    @Override
    protected SchemaCluster open(Path directory) throws Exception {
        return SchemaCluster.ofMariaDb(directory);
    }

    @Override
    Dialect dialect() {
        return Dialect.MARIADB;
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
        try (Connection legacy = open("app", "legacy", "")) {
            execute(legacy, "SET sql_mode = 'MSSQL'");
            execute(legacy, "SET [sql_mode] = ''");

            assertThat(first(legacy, "SELECT COUNT(*) FROM pinterest.pins")).isEqualTo("7");
        }
    }

    @Test
    void aModeForOneStatementIsRefusedInAShardedKeyspace() {
        assertThatThrownBy(() -> execute(
                        client, "SET STATEMENT sql_mode = 'ANSI_QUOTES' FOR EXECUTE IMMEDIATE 'DELETE FROM \"pins\"'"))
                .hasMessageContaining("SET STATEMENT");
    }

    @Test
    void aLeadingDotIsRefused() {
        assertThatThrownBy(() -> execute(client, "DELETE FROM .pins")).hasMessageContaining("dot");
        assertThatThrownBy(() -> execute(client, "DELETE FROM.`pins`")).hasMessageContaining("dot");
    }
}
