package io.pinion.integration.writes;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.SchemaCluster;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.server.bootstrap.RunningProxy;
import io.pinion.server.testing.Failure;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** What becomes of inserts where the local ids of a shard's table come to their end. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachServer
class LocalIdIT {
    private static final long END = 1L << 36;
    private static final long EXHAUSTED_FROM = END - (1L << 20);
    private static final int USED_UP = 1467;

    private SchemaCluster cluster;
    private RunningProxy proxy;
    private Connection client;

    @Parameter
    ServerProduct product;

    @BeforeParameterizedClassInvocation(injectArguments = false)
    void start(@TempDir Path directory) throws Exception {
        cluster = product.openCluster(directory);
        proxy = cluster.startProxy();
        client = connect("app");
        Jdbc.execute(
                client,
                "CREATE TABLE notes (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, n INT)"
                        + " COMMENT='pinion: object type=1'");
    }

    @AfterParameterizedClassInvocation
    void stop() throws Exception {
        client.close();
        proxy.close();
        cluster.close();
    }

    private Connection connect(String user) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + proxy.address().getPort()
                        + "/pinterest?sslMode=DISABLED&allowPublicKeyRetrieval=true&socketTimeout=60000",
                user,
                user);
    }

    /** The server's own next number. */
    private void next(int shard, long number) throws SQLException {
        cluster.onShard(shard, "ALTER TABLE " + SchemaCluster.database(shard) + ".notes AUTO_INCREMENT = " + number);
    }

    private void reload() throws SQLException {
        try (Connection admin = connect("admin")) {
            Jdbc.rows(admin, "RELOAD SCHEMA");
        }
    }

    private static String insert(int shard) {
        return "/* pinion: shard=" + shard + " */ INSERT INTO notes (n) VALUES (1)";
    }

    @Test
    void insertsAreRefusedFromTheLastMillionOn() throws SQLException {
        next(7, EXHAUSTED_FROM);
        reload();

        Failure refused = Failure.of(() -> Jdbc.execute(client, insert(7)));
        assertThat(refused.code()).isEqualTo(USED_UP);
        assertThat(refused.message()).contains("pinterest.notes on shard 7 are used up");
        assertThat(Failure.of(() -> Jdbc.execute(client, "/* pinion: shard=7 */ INSERT INTO notes (n) VALUES (1), (2)"))
                        .code())
                .isEqualTo(USED_UP);
        assertThat(Jdbc.value(client, "/* pinion: shard=7 */ SELECT COUNT(*) FROM notes"))
                .isEqualTo("0");
        Jdbc.execute(client, insert(6));
        try (Connection admin = connect("admin")) {
            assertThat(Jdbc.lines(admin, "SHOW TOPOLOGY STATUS"))
                    .anySatisfy(line -> assertThat(line).contains("pinterest.notes of shard 7 has used up its ids"));
            assertThat(Jdbc.lines(admin, "SHOW SHARDS FROM pinterest"))
                    .anySatisfy(line -> assertThat(line).contains("no ids left in 7"));
        }
    }

    @Test
    void aShardWithRoomAgainTakesInserts() throws SQLException {
        next(8, EXHAUSTED_FROM + 5);
        reload();
        assertThat(Failure.of(() -> Jdbc.execute(client, insert(8))).code()).isEqualTo(USED_UP);

        next(8, 100);
        reload();
        Jdbc.execute(client, insert(8));
        assertThat(Jdbc.value(client, "SELECT LAST_INSERT_ID() & " + (END - 1))).isEqualTo("100");
    }

    @Test
    void aNumberThatNoIdCanHoldIsAnErrorAndNoIdOfTheNextType() throws SQLException {
        reload();
        next(9, END + 3);
        Jdbc.execute(client, "BEGIN");
        Failure refused = Failure.of(() -> Jdbc.execute(client, insert(9)));
        assertThat(refused.code()).isEqualTo(USED_UP);
        assertThat(refused.message()).contains(String.valueOf(END + 3));
        Jdbc.execute(client, "ROLLBACK");
        assertThat(Jdbc.value(client, "/* pinion: shard=9 */ SELECT COUNT(*) FROM notes"))
                .isEqualTo("0");
        assertThat(Jdbc.value(client, "SELECT LAST_INSERT_ID()")).isNotEqualTo(String.valueOf(END + 3));
    }

    @Test
    void anExplicitIdMayNotBringItsShardToTheEnd() throws SQLException {
        long base = 10L << 46 | 1L << 36;
        assertThat(Failure.of(() -> Jdbc.execute(
                                client, "INSERT INTO notes (id, n) VALUES (" + (base | EXHAUSTED_FROM) + ", 1)"))
                        .message())
                .contains("of the last 2^20");
        Jdbc.execute(client, "INSERT INTO notes (id, n) VALUES (" + (base | (EXHAUSTED_FROM - 2)) + ", 1)");
        Jdbc.execute(client, insert(10));
        assertThat(Jdbc.value(client, "SELECT LAST_INSERT_ID()"))
                .isEqualTo(String.valueOf(base | (EXHAUSTED_FROM - 1)));
    }
}
