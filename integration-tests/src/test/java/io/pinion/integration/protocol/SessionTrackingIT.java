package io.pinion.integration.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.pinion.demo.LocalServer;
import io.pinion.integration.testing.MySql97Proxy;
import io.pinion.integration.testing.NeedsMySql97;
import io.pinion.integration.testing.RealCluster;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.server.Ok;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.TestProxy;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a client is told of its session's changes is what the server itself tells it, also where Pinion answers: the same
 * statements go to both. Names of shards' databases never show.
 */
@ExtendWith(LeakWatch.class)
class SessionTrackingIT {
    private static final int SESSION_TRACK = 1 << 23;
    private static final int CAPABILITIES = RawClient.CLASSIC | RawClient.DEPRECATE_EOF | SESSION_TRACK;

    /** In the order in which it is sent; {@code @} begins a COM_INIT_DB. */
    private static final List<String> STATEMENTS = List.of(
            "SET NAMES latin1",
            "SET NAMES utf8mb4 COLLATE utf8mb4_bin",
            "SET autocommit=0",
            "SET autocommit=1",
            "SET time_zone='+02:00'",
            "SET @a=1",
            "USE tracked_b",
            "@tracked_a",
            "BEGIN",
            "SELECT 1",
            "COMMIT",
            "COMMIT",
            "BEGIN",
            "SELECT * FROM t",
            "ROLLBACK",
            "SET autocommit=0",
            "BEGIN",
            "SET autocommit=1",
            "COMMIT AND CHAIN",
            "ROLLBACK",
            // Everything that has changed at all.
            "SET session_track_state_change=1",
            "SET @a=2",
            "USE tracked_b",
            "@tracked_a",
            "SET autocommit=0",
            "SET autocommit=1",
            "SET NAMES utf8mb4",
            "BEGIN",
            "COMMIT",
            "SET session_track_state_change=OFF",
            // Other variables, and no database.
            "SET session_track_system_variables='sql_mode'",
            "SET autocommit=0",
            "SET sql_mode='ANSI_QUOTES'",
            "SET sql_mode=''",
            "SET session_track_system_variables='sql_mode, autocommit'",
            "SET autocommit=1",
            "SET session_track_schema=0",
            "USE tracked_b",
            "SET session_track_schema='ON'",
            "@tracked_a",
            // Transactions.
            "SET session_track_transaction_info='STATE'",
            "BEGIN",
            "SELECT 1",
            "SELECT * FROM t",
            "INSERT INTO t VALUES (1)",
            "COMMIT",
            "BEGIN",
            "COMMIT",
            "START TRANSACTION WITH CONSISTENT SNAPSHOT",
            "ROLLBACK",
            "SET session_track_transaction_info='CHARACTERISTICS'",
            "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE",
            "BEGIN",
            "SELECT * FROM t",
            "COMMIT",
            "BEGIN",
            "BEGIN",
            "COMMIT",
            "SET TRANSACTION READ WRITE",
            "SET TRANSACTION ISOLATION LEVEL READ COMMITTED",
            "BEGIN",
            "INSERT INTO t VALUES (2)",
            "ROLLBACK",
            "SET TRANSACTION READ WRITE",
            "COMMIT",
            "COMMIT AND CHAIN",
            "ROLLBACK");

    private static final String[] TABLES = {
        "DROP DATABASE IF EXISTS tracked_a",
        "DROP DATABASE IF EXISTS tracked_b",
        "CREATE DATABASE tracked_a",
        "CREATE DATABASE tracked_b",
        "CREATE TABLE tracked_a.t (a INT) ENGINE=InnoDB"
    };

    @Test
    void mariaDbTellsTheSameThroughPinion() throws SQLException {
        RealCluster cluster = RealCluster.shared();
        LocalServer server = cluster.first();
        server.execute(TABLES);
        try (TestProxy proxy = cluster.proxy().start();
                RawClient direct = new RawClient(server.port());
                RawClient through = new RawClient(proxy.port())) {
            direct.login(RealCluster.ACCOUNT, RealCluster.ACCOUNT_PASSWORD, CAPABILITIES, "tracked_a");
            through.login(TestProxy.USER, TestProxy.PASSWORD, CAPABILITIES, "tracked_a");

            assertThat(told(through)).isEqualTo(told(direct));
        }
    }

    @Test
    @NeedsMySql97
    void mySqlTellsTheSameThroughPinion(@TempDir Path directory) throws Exception {
        for (String statement : TABLES) {
            MySql97Proxy.asRoot(statement);
        }
        try (MySql97Proxy proxy = MySql97Proxy.start(directory);
                RawClient direct = proxy.direct(CAPABILITIES, "tracked_a");
                RawClient through = proxy.loggedIn(CAPABILITIES, "tracked_a")) {
            assertThat(told(through)).isEqualTo(told(direct));
        }
    }

    @Test
    void aShardedKeyspaceIsToldByItsOwnName() {
        try (TestProxy proxy = RealCluster.shared().proxy().start();
                RawClient client = new RawClient(proxy.port())) {
            client.login(TestProxy.USER, TestProxy.PASSWORD, CAPABILITIES, "legacy");
            List<String> told = new ArrayList<>();
            for (String statement : List.of(
                    "SET session_track_state_change=1",
                    "USE pinterest",
                    "BEGIN",
                    "INSERT INTO pins (id, data) VALUES (" + (RealCluster.SHARD_5 | 1L << 36 | 77) + ", '{}')",
                    "SELECT COUNT(*) FROM pins WHERE id = " + (RealCluster.SHARD_5 | 1L << 36 | 77),
                    "ROLLBACK",
                    "@lookup")) {
                told.add(statement.charAt(0) + changes(client, statement).toString());
            }

            assertThat(told)
                    .contains("U[Schema[name=pinterest], StateChanged[changed=true]]")
                    .contains("@[Schema[name=lookup], StateChanged[changed=true]]")
                    .noneMatch(line -> line.contains("db0000"));
        }
    }

    private static List<String> told(RawClient client) {
        List<String> told = new ArrayList<>();
        for (String statement : STATEMENTS) {
            told.add(statement + ": " + changes(client, statement));
        }
        return told;
    }

    /** What the last packet of the answer tells. */
    private static List<?> changes(RawClient client, String statement) {
        boolean use = statement.startsWith("@");
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.write(use ? 2 : 3);
        packet.writeBytes(statement.substring(use ? 1 : 0).getBytes(StandardCharsets.UTF_8));
        String last = client.exchange(packet.toByteArray(), use ? Expecting.ACKNOWLEDGEMENT : Expecting.RESULTS)
                .getLast();
        return last.startsWith("ff")
                ? List.of(last)
                : Ok.decode(Unpooled.wrappedBuffer(HexFormat.of().parseHex(last)))
                        .changes();
    }
}
