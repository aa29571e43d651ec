package io.pinion.server.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.network.Networks;
import io.pinion.config.topology.Admission;
import io.pinion.config.topology.TlsRequirement;
import io.pinion.server.observe.SessionSnapshot;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.RawClient.Answer;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.TestProxy;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Load balancers that say for whom they connect. The test itself comes from 127.0.0.1. */
@ExtendWith(LeakWatch.class)
class ProxyHeaderTest {
    private static final String VERSION_1 = "PROXY TCP4 10.1.2.3 10.9.9.9 51320 3306\r\n";

    /** The signature, version 2 and PROXY, TCP over IPv4, 12 bytes: 10.1.2.3:51320 → 10.9.9.9:3306. */
    private static final String VERSION_2 =
            "0d0a0d0a000d0a515549540a" + "21" + "11" + "000c" + "0a010203" + "0a090909" + "c878" + "0cea";

    /** LOCAL: the balancer connects for itself, to see whether Pinion is there. */
    private static final String LOCAL = "0d0a0d0a000d0a515549540a" + "20" + "00" + "0000";

    private final ScriptedServer server = new ScriptedServer();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aTrustedHeaderSaysWhereTheClientComesFrom() {
        for (byte[] header : new byte[][] {ascii(VERSION_1), HexFormat.of().parseHex(VERSION_2)}) {
            try (TestProxy proxy = proxy("127.0.0.1").start();
                    RawClient client = new RawClient(proxy.port())) {
                client.sendRaw(header);
                assertThat(login(client).errorCode()).isZero();
                assertThat(onlySession(proxy).client()).isEqualTo("10.1.2.3:51320");
            }
        }
    }

    @Test
    void aHeaderInPiecesAndWithTheLoginBehindItIsUnderstood() {
        try (TestProxy proxy = proxy("127.0.0.1").start();
                RawClient client = new RawClient(proxy.port())) {
            for (byte next : ascii(VERSION_1)) {
                client.sendRaw(new byte[] {next});
            }
            assertThat(login(client).errorCode()).isZero();
        }
    }

    @Test
    void theNetworksOfUsersMeanTheClientNotTheBalancer() {
        Admission onlyThere = new Admission(
                new TlsRequirement.Nothing(), Networks.parse("10.1.0.0/16").orElseThrow());
        try (TestProxy proxy =
                        proxy("127.0.0.1").user(TestProxy.user(onlyThere)).start();
                RawClient inside = new RawClient(proxy.port());
                RawClient outside = new RawClient(proxy.port())) {
            inside.sendRaw(ascii(VERSION_1));
            outside.sendRaw(ascii("PROXY TCP6 2001:db8::1 2001:db8::2 51320 3306\r\n"));
            assertThat(login(inside).errorCode()).isZero();
            assertThat(login(outside).error()).contains("'app'@'2001:db8:0:0:0:0:0:1'");
        }
    }

    @Test
    void aBalancerMayConnectForItself() {
        for (byte[] header :
                new byte[][] {ascii("PROXY UNKNOWN\r\n"), HexFormat.of().parseHex(LOCAL)}) {
            try (TestProxy proxy = proxy("127.0.0.1").start();
                    RawClient client = new RawClient(proxy.port())) {
                client.sendRaw(header);
                assertThat(login(client).errorCode()).isZero();
                assertThat(onlySession(proxy).client()).startsWith("127.0.0.1:");
            }
        }
    }

    @Test
    void aHeaderFromAnybodyElseIsNoHeader() {
        try (TestProxy proxy = proxy("10.0.0.0/8").start();
                RawClient client = new RawClient(proxy.port())) {
            client.sendRaw(ascii(VERSION_1));
            assertThat(client.isClosedByProxy()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"PROXY TCP4 nonsense\r\n", "GET / HTTP/1.1\r\n\r\n", "PROXY TCP4 999.1.2.3 1.2.3.4 1 2\r\n"})
    void whatIsNoHeaderEndsTheConnection(String nonsense) {
        try (TestProxy proxy = proxy("127.0.0.1").start();
                RawClient client = new RawClient(proxy.port())) {
            client.sendRaw(ascii(nonsense));
            assertThat(client.isClosedByProxy()).isTrue();
        }
    }

    @Test
    void aBalancerThatSaysNothingMeetsTheLoginsDeadline() {
        try (TestProxy proxy = proxy("127.0.0.1")
                        .clientLimits(new ClientLimits(1 << 20, 200, ClientLimits.DEFAULT.unreadMillis()))
                        .start();
                RawClient client = new RawClient(proxy.port())) {
            client.sendRaw(ascii("PROXY "));
            assertThat(client.isClosedByProxy()).isTrue();
        }
    }

    private TestProxy.Builder proxy(String balancers) {
        return TestProxy.inFrontOf(server).balancers(Networks.parse(balancers).orElseThrow());
    }

    private static SessionSnapshot onlySession(TestProxy proxy) {
        return proxy.server()
                .sessions()
                .snapshots()
                .toCompletableFuture()
                .join()
                .getFirst();
    }

    private static Answer login(RawClient client) {
        return client.login(TestProxy.USER, TestProxy.PASSWORD, RawClient.CLASSIC, "");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
