package io.pinion.integration.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.RealCluster;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.TestProxy;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Clients with query attributes in front of servers that have none, as in a cluster of both kinds: MariaDB's get the
 * statement without them. That they arrive where they can is {@link MySql97CapabilitiesIT}'s.
 */
@ExtendWith(LeakWatch.class)
class QueryAttributesIT {
    private static final int QUERY_ATTRIBUTES = 1 << 27;
    private static final int MULTI = 1 << 16 | 1 << 17;

    /** tp = 'hello', in front of a query's text. */
    private static final String ATTRIBUTE = "0101 0001 fe00027470 0568656c6c6f";

    private static TestProxy proxy;

    @BeforeAll
    static void start() {
        proxy = RealCluster.shared()
                .proxy()
                .capabilities(Capabilities.of(Capabilities.QUERY_ATTRIBUTES))
                .start();
    }

    @AfterAll
    static void stop() {
        proxy.close();
    }

    @Test
    void aTextGoesToItsShardWithoutThem() {
        try (RawClient client = loggedIn("pinterest")) {
            assertThat(query(client, "0001", "SELECT DATABASE()").rows()).containsExactly("pinterest");
            assertThat(query(
                                    client,
                                    ATTRIBUTE,
                                    "SELECT COUNT(*) FROM pins WHERE id = " + (RealCluster.SHARD_5 | 1L << 36 | 7))
                            .errorCode())
                    .isZero();
            assertThat(query(client, ATTRIBUTE, "SELECT 'here' FROM db00005.pins UNION SELECT 'here'")
                            .rows())
                    .containsExactly("here");
        }
    }

    @Test
    void settingsAndTransactionsAreFollowed() {
        try (RawClient client = loggedIn("legacy")) {
            assertThat(query(client, ATTRIBUTE, "SET @a = 5").errorCode()).isZero();
            assertThat(query(client, ATTRIBUTE, "BEGIN").inTransaction()).isTrue();
            assertThat(query(client, ATTRIBUTE, "SELECT @a").rows()).containsExactly("5");
            assertThat(query(client, ATTRIBUTE, "COMMIT").inTransaction()).isFalse();
        }
    }

    @Test
    void eachStatementOfASplitTextRuns() {
        try (RawClient client = loggedIn("legacy")) {
            assertThat(query(client, ATTRIBUTE, "SELECT 'a'; USE pinterest; SELECT 'b'")
                            .rows())
                    .containsExactly("a");
            assertThat(client.readAnswer().errorCode()).isZero();
            assertThat(client.readAnswer().rows()).containsExactly("b");
        }
    }

    @Test
    void anExecutionGoesWithoutThem() {
        try (RawClient client = loggedIn("legacy")) {
            int id = prepare(client, "SELECT ? + 1");
            execute(client, id, "08", "02 00 01 080000 fe00027470 0700000000000000 0568656c6c6f");
            assertThat(number(client)).isEqualTo(8);
            execute(client, id, "08", "01 00 00 0800000000000000");
            assertThat(number(client)).isEqualTo(9);
        }
    }

    @Test
    void parametersWithoutTheirCountAreRefusedAsByMySql() {
        try (RawClient client = loggedIn("legacy")) {
            int id = prepare(client, "SELECT ? + 1");
            execute(client, id, "00", "00 01 0800 0700000000000000");
            assertThat(client.readAnswer().errorCode()).isEqualTo(1210);
            execute(client, id, "08", "00");
            assertThat(client.readAnswer().errorCode()).isEqualTo(1210);
        }
    }

    @Test
    void aStatementWithoutParametersMayHaveAttributes() {
        try (RawClient client = loggedIn("legacy")) {
            int id = prepare(client, "DO 1");
            execute(client, id, "08", "01 00 01 fe00027470 0568656c6c6f");
            assertThat(client.readAnswer().errorCode()).isZero();
            execute(client, id, "00", "");
            assertThat(client.readAnswer().errorCode()).isZero();
        }
    }

    private static RawClient loggedIn(String database) {
        RawClient client = new RawClient(proxy.port());
        assertThat(client.login(
                                TestProxy.USER,
                                TestProxy.PASSWORD,
                                RawClient.CLASSIC | QUERY_ATTRIBUTES | MULTI,
                                database)
                        .errorCode())
                .isZero();
        return client;
    }

    private static RawClient.Answer query(RawClient client, String attributes, String sql) {
        send(client, "03" + attributes, sql);
        return client.readAnswer();
    }

    private static int prepare(RawClient client, String sql) {
        send(client, "16", sql);
        byte[] prepared = client.readPacket();
        assertThat(prepared[0]).isZero();
        for (int definitions : new int[] {prepared[7], prepared[5]}) {
            for (int i = 0; i < definitions + 1 && definitions > 0; i++) {
                client.readPacket();
            }
        }
        return prepared[1];
    }

    private static void execute(RawClient client, int statement, String flags, String parameters) {
        send(client, "17 %02x000000 ".formatted(statement) + flags + "01000000" + parameters, "");
    }

    /** The value of the one row, which is a small number of 64 bits. */
    private static int number(RawClient client) {
        client.readPacket();
        client.readPacket();
        client.readPacket();
        byte[] row = client.readPacket();
        client.readPacket();
        return row[2];
    }

    private static void send(RawClient client, String hex, String text) {
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.writeBytes(HexFormat.of().parseHex(hex.replace(" ", "")));
        packet.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        client.sendPacket(0, packet.toByteArray());
    }
}
