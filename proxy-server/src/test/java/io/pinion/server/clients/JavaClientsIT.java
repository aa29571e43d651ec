package io.pinion.server.clients;

import static io.pinion.server.clients.SideBySide.assertSame;

import io.pinion.server.testing.SharedDemo;
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
                withoutExtendedTypes(JdbcSession.lines("jdbc:mariadb://127.0.0.1:" + sides.directPort() + with, 2)),
                JdbcSession.lines("jdbc:mariadb://127.0.0.1:" + sides.proxyPort() + with, 2));
    }

    /** That a LONGTEXT holds JSON is in MariaDB's extended metadata, which Pinion doesn't offer. */
    private static List<String> withoutExtendedTypes(List<String> lines) {
        return lines.stream()
                .map(line -> line.replace("j jdbc_session legacy JSON", "j jdbc_session legacy LONGTEXT"))
                .toList();
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
