package io.pinion.integration.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.RealCluster;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.TestProxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** LOAD DATA LOCAL: the client's own file goes to the server, and never a file of Pinion's machine. */
@ExtendWith(LeakWatch.class)
class LoadDataIT {
    private static final int ROWS = 200_000;

    private static TestProxy proxy;
    private static Path file;

    @BeforeAll
    static void start(@TempDir Path directory) throws IOException {
        proxy = RealCluster.shared().proxy().maxConnections(1).start();
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < ROWS; i++) {
            rows.append(i).append("\trow number ").append(i).append('\n');
        }
        file = Files.writeString(directory.resolve("rows.tsv"), rows);
    }

    @AfterAll
    static void stop() {
        proxy.close();
    }

    @BeforeEach
    void prepare() throws SQLException {
        RealCluster.shared()
                .first()
                .execute(
                        "SET GLOBAL local_infile = 1",
                        "CREATE OR REPLACE TABLE legacy.loaded (id INT PRIMARY KEY, v VARCHAR(100))");
    }

    @Test
    void aFileOfSeveralMegabytesIsLoaded() throws SQLException {
        try (Connection connection = connect("&allowLoadLocalInfile=true")) {
            assertThat(load(connection, "loaded", file)).isEqualTo(ROWS);
            assertThat(Jdbc.value(connection, "SELECT CONCAT(COUNT(*), ' ', MAX(v)) FROM loaded"))
                    .isEqualTo(ROWS + " row number 99999");
        }
    }

    @Test
    void anErrorOfTheServerComesBeforeOrBehindTheFile() throws SQLException {
        try (Connection connection = connect("&allowLoadLocalInfile=true")) {
            assertThatThrownBy(() -> load(connection, "nosuch", file))
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(1146));
            assertThat(load(connection, "loaded", file)).isEqualTo(ROWS);
            // Each row is a duplicate, which LOCAL makes a warning.
            assertThat(load(connection, "loaded", file)).isZero();
            assertThat(Jdbc.value(connection, "SELECT COUNT(*) FROM loaded")).isEqualTo(Integer.toString(ROWS));
        }
    }

    @Test
    void aFileThatTheClientDoesntHaveIsItsOwnError() throws SQLException {
        try (Connection connection = connect("&allowLoadLocalInfile=true")) {
            assertThatThrownBy(() -> load(connection, "loaded", Path.of("/nowhere/at/all")))
                    .isInstanceOf(SQLException.class);
            assertThat(Jdbc.value(connection, "SELECT COUNT(*) FROM loaded")).isEqualTo("0");
        }
    }

    @Test
    void aClientThatSendsNoFilesIsToldSo() throws SQLException {
        try (Connection connection = connect("")) {
            assertThatThrownBy(() -> load(connection, "loaded", file)).isInstanceOf(SQLException.class);
            assertThat(Jdbc.value(connection, "SELECT 'alive'")).isEqualTo("alive");
        }
    }

    @Test
    void itMayStandBetweenOtherStatements() throws SQLException {
        try (Connection connection = connect("&allowLoadLocalInfile=true&allowMultiQueries=true");
                Statement statement = connection.createStatement()) {
            statement.execute("BEGIN; LOAD DATA LOCAL INFILE '" + file
                    + "' INTO TABLE loaded; COMMIT; SELECT COUNT(*) FROM loaded");
            assertThat(statement.getMoreResults()).isFalse();
            assertThat(statement.getUpdateCount()).isEqualTo(ROWS);
            assertThat(statement.getMoreResults()).isFalse();
            assertThat(statement.getMoreResults()).isTrue();
            try (ResultSet rows = statement.getResultSet()) {
                rows.next();
                assertThat(rows.getInt(1)).isEqualTo(ROWS);
            }
        }
    }

    private static int load(Connection connection, String table, Path from) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate("LOAD DATA LOCAL INFILE '" + from + "' INTO TABLE " + table);
        }
    }

    private static Connection connect(String options) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + proxy.port() + "/legacy?sslMode=DISABLED" + options,
                TestProxy.USER,
                TestProxy.PASSWORD);
    }
}
