package io.pinion.integration.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.RealServer;
import io.pinion.server.testing.FuzzRounds;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.Mutations;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.TestProxy;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Executions of real prepared statements whose bytes are almost right: each is answered, with an error or with rows, and
 * the next statement of the same session has its own answer and no other.
 */
@ExtendWith(LeakWatch.class)
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.integration.testing.RealServer#servers")
class ExecuteFuzzIT {
    private static final long SECONDS = 5;
    private static final int COM_STMT_PREPARE = 0x16;
    private static final int COM_STMT_EXECUTE = 0x17;
    private static final int COM_STMT_SEND_LONG_DATA = 0x18;
    private static final int COM_STMT_RESET = 0x1A;
    private static final int NUMBER_AND_FLAGS = 10;

    /** Behind the command's fixed part: NULL bitmap, new types, and values for three parameters. */
    private static final List<byte[]> VALUES = List.of(
            HexFormat.of().parseHex("00" + "01" + "0300" + "fd00" + "0c00" + "07000000" + "0461626364" + "04ea070b14"),
            HexFormat.of().parseHex("02" + "01" + "0880" + "0600" + "0500" + "ffffffffffffffff" + "000000000000f83f"),
            HexFormat.of()
                    .parseHex(
                            "00" + "01" + "fc00" + "f600" + "0b00" + "026162" + "05312e353030" + "080000000000010203"),
            HexFormat.of().parseHex("00" + "00" + "07000000" + "0461626364" + "00"));

    private final RealServer server;
    private TestProxy proxy;
    private RawClient client;
    private int number;

    ExecuteFuzzIT(RealServer server) {
        this.server = server;
    }

    @BeforeEach
    void start() {
        proxy = server.proxy().loops(1).maxConnections(1).withoutRecords().start();
        connect();
    }

    @AfterEach
    void stop() {
        client.close();
        proxy.close();
    }

    @Test
    void executions() {
        FuzzRounds.repeat("executions at " + server, SECONDS, random -> {
            byte[] values = VALUES.get(random.nextInt(VALUES.size()));
            byte[] sent = Mutations.of(values, random);
            if (random.nextInt(4) == 0) {
                client.sendPacket(
                        0,
                        command(
                                COM_STMT_SEND_LONG_DATA,
                                parameter(random),
                                "long data".getBytes(StandardCharsets.US_ASCII)));
            }
            client.sendPacket(0, command(COM_STMT_EXECUTE, new byte[] {0, 1, 0, 0, 0}, sent));
            client.readAnswer();
            String token = Long.toHexString(random.nextLong());
            assertThat(client.query("SELECT '" + token + "'").rows())
                    .as(HexFormat.of().formatHex(sent))
                    .containsExactly(token);
            if (random.nextInt(10) == 0) {
                client.sendPacket(0, command(COM_STMT_RESET, new byte[0], new byte[0]));
                assertThat(client.readAnswer().errorCode()).isZero();
            }
        });
    }

    private void connect() {
        client = new RawClient(proxy.port());
        client.login(TestProxy.USER, TestProxy.PASSWORD, RawClient.CLASSIC, RealServer.KEYSPACE);
        client.sendPacket(0, text(COM_STMT_PREPARE, "SELECT ?, ?, ?"));
        byte[] prepared = client.readPacket();
        assertThat(prepared[0]).isZero();
        number = prepared[1];
        // Definitions of three parameters and three columns, each list with an end.
        for (int packet = 0; packet < 8; packet++) {
            client.readPacket();
        }
    }

    private static byte[] parameter(Random random) {
        return new byte[] {(byte) random.nextInt(4), 0};
    }

    private static byte[] text(int command, String sql) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(command);
        out.writeBytes(sql.getBytes(StandardCharsets.UTF_8));
        return out.toByteArray();
    }

    private byte[] command(int command, byte[] fixed, byte[] rest) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(NUMBER_AND_FLAGS + rest.length);
        out.write(command);
        out.writeBytes(new byte[] {(byte) number, 0, 0, 0});
        out.writeBytes(fixed);
        out.writeBytes(rest);
        return out.toByteArray();
    }
}
