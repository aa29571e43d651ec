package io.pinion.integration.clients;

import static io.pinion.integration.clients.SideBySide.assertSame;
import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.SharedDemo;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Java's drivers with the options that change what they send: the same lines from a plain server and through Pinion. */
@ExtendWith(SharedDemo.Provider.class)
class JavaClientsIT {
    private static SideBySide sides;

    @BeforeAll
    static void start(SharedDemo demo) throws Exception {
        sides = SideBySide.start(demo);
    }

    @AfterAll
    static void stop() throws Exception {
        sides.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "useServerPrepStmts=false",
                "useServerPrepStmts=true&cachePrepStmts=true",
                "useServerPrepStmts=true&useCursorFetch=true",
                "rewriteBatchedStatements=true&useInformationSchema=true"
            })
    void connectorJ(String options) throws Exception {
        // The smallest fetch size is how it is told to stream.
        String with = "/legacy?allowMultiQueries=true&allowPublicKeyRetrieval=true&" + options;
        assertSame(
                JdbcSession.lines("jdbc:mysql://127.0.0.1:" + sides.directPort() + with, Integer.MIN_VALUE),
                JdbcSession.lines("jdbc:mysql://127.0.0.1:" + sides.proxyPort() + with, Integer.MIN_VALUE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "useServerPrepStmts=false",
                "useServerPrepStmts=true&cachePrepStmts=true",
                "useServerPrepStmts=true&disablePipeline=true&useCompression=true",
                "useMysqlMetadata=true&returnMultiValuesGeneratedIds=true&connectionCollation=utf8mb4_unicode_ci"
            })
    void mariadbConnectorJ(String options) throws Exception {
        // With MariaDB's bulk execute, which Pinion doesn't offer, a batch has one count for all its rows.
        String with = "/legacy?allowMultiQueries=true&useBulkStmts=false&" + options;
        assertSame(
                JdbcSession.lines("jdbc:mariadb://127.0.0.1:" + sides.directPort() + with, 2),
                JdbcSession.lines("jdbc:mariadb://127.0.0.1:" + sides.proxyPort() + with, 2));
    }

    /** Types that only MariaDB's extended metadata tells of. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void mariadbsOwnTypes(boolean prepared) throws Exception {
        String with = "/legacy?useServerPrepStmts=" + prepared;
        List<String> direct = ownTypes("jdbc:mariadb://127.0.0.1:" + sides.directPort() + with);

        assertThat(direct).anySatisfy(line -> assertThat(line).contains("java.util.UUID"));
        assertSame(direct, ownTypes("jdbc:mariadb://127.0.0.1:" + sides.proxyPort() + with));
    }

    private static List<String> ownTypes(String url) throws SQLException {
        List<String> lines = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url, "app", "app");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE OR REPLACE TABLE own_types (u UUID, a INET6, j JSON, p POINT)");
            statement.execute(
                    "INSERT INTO own_types VALUES ('123e4567-e89b-12d3-a456-426655440000', '::1', '[1]', POINT(1, 2))");
            try (PreparedStatement select = connection.prepareStatement("SELECT * FROM own_types WHERE a = ?")) {
                select.setString(1, "::1");
                ResultSet rows = select.executeQuery();
                rows.next();
                for (int column = 1; column <= 4; column++) {
                    Object value = rows.getObject(column);
                    lines.add(rows.getMetaData().getColumnTypeName(column) + " "
                            + value.getClass().getName() + " " + rows.getString(column));
                }
            }
            statement.execute("DROP TABLE own_types");
        }
        return lines;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"useServerPrepareStatement=false", "useServerPrepareStatement=true", "compressionAlgorithms=ZLIB"
            })
    void r2dbcMysql(String options) {
        assertSame(
                R2dbcSession.lines("r2dbc:mysql://127.0.0.1:" + sides.directPort() + "/legacy?" + options),
                R2dbcSession.lines("r2dbc:mysql://127.0.0.1:" + sides.proxyPort() + "/legacy?" + options));
    }
}
