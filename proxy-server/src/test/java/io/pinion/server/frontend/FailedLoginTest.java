package io.pinion.server.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.network.Networks;
import io.pinion.config.topology.Admission;
import io.pinion.config.topology.TlsRequirement;
import io.pinion.config.topology.User;
import io.pinion.protocol.auth.SaltedVerifier;
import io.pinion.server.observe.SessionObserver;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.RawClient.Answer;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.TestProxy;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A login that fails is told to operators, and answered later when an address goes on failing. */
@ExtendWith(LeakWatch.class)
class FailedLoginTest {
    private static final long DELAY_MILLIS = 100;

    private final ScriptedServer server = new ScriptedServer();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final SessionObserver observer = new SessionObserver() {
        @Override
        public void loginFailed(String user, String client, String reason) {
            assertThat(client).startsWith("127.0.0.1:");
            told.add(user + " " + reason);
        }
    };

    @AfterEach
    void stop() {
        server.close();
    }

    private TestProxy proxy(int freeFailures) {
        return TestProxy.inFrontOf(server)
                .loginDelays(new LoginDelays(freeFailures, DELAY_MILLIS), observer)
                .start();
    }

    private static Answer login(TestProxy proxy, String user, String password) {
        try (RawClient client = new RawClient(proxy.port())) {
            return client.login(user, password, RawClient.CLASSIC, "");
        }
    }

    private static void loginWithoutPassword(TestProxy proxy) {
        try (RawClient client = new RawClient(proxy.port())) {
            client.startLogin(TestProxy.USER, "");
            // The request for a proof by another method.
            client.readPacket();
            client.sendPacket(3, new byte[0]);
            assertThat(client.readAnswer().error()).contains("(using password: NO)");
        }
    }

    private static long millisOf(Runnable what) {
        long began = System.nanoTime();
        what.run();
        return Duration.ofNanos(System.nanoTime() - began).toMillis();
    }

    @Test
    void theAnswerWaitsAndIsTheSame() {
        try (TestProxy proxy = proxy(1)) {
            Answer atOnce = login(proxy, TestProxy.USER, "wrong");

            long millis = millisOf(
                    () -> assertThat(login(proxy, TestProxy.USER, "wrong")).isEqualTo(atOnce));

            assertThat(atOnce.errorCode()).isEqualTo(1045);
            assertThat(millis).isGreaterThanOrEqualTo(DELAY_MILLIS);
        }
    }

    @Test
    void aRightPasswordDoesNotWaitForAFewWrongOnes() {
        try (TestProxy proxy = TestProxy.inFrontOf(server)
                .loginDelays(new LoginDelays(0, 5_000), observer)
                .start()) {
            for (int i = 0; i < LoginTurns.AT_A_TIME - 1; i++) {
                // Clients that don't stay for the answer.
                new RawClient(proxy.port()).startLogin(TestProxy.USER, "wrong").close();
            }

            assertThat(login(proxy, TestProxy.USER, TestProxy.PASSWORD).errorCode())
                    .isZero();
        }
    }

    /** The right password among them would be known by its answer at once. */
    @Test
    void onlyAFewPasswordsOfAUserAreTriedFromOneAddressAtATime() throws Exception {
        LoginDelays delays = new LoginDelays(0, 60_000);
        for (int i = 0; i < 20; i++) {
            delays.failedMillis(InetAddress.getLoopbackAddress());
        }
        try (TestProxy proxy = TestProxy.inFrontOf(server)
                        .user(TestProxy.user("other", "other"))
                        .loginDelays(delays, observer)
                        .start();
                RawClient right = new RawClient(proxy.port())) {
            for (int i = 0; i < 5 * LoginTurns.AT_A_TIME; i++) {
                // Clients that go don't make room for others.
                new RawClient(proxy.port()).startLogin(TestProxy.USER, "wrong").close();
            }
            right.startLogin(TestProxy.USER, TestProxy.PASSWORD);

            assertThat(Conditions.settled(told::size)).isEqualTo(LoginTurns.AT_A_TIME);
            assertThat(right.hasReceivedSomething()).isFalse();
            assertThat(login(proxy, "other", "other").errorCode()).isZero();
        }
    }

    @Test
    void aProofForTheFastWayDoesNotTellKnownUsersFromUnknownOnes(@TempDir Path directory) throws Exception {
        User known = TestProxy.user("salted", "secret");
        User salted = new User(
                known.name(),
                known.nativeVerifier(),
                Optional.empty(),
                Optional.of(SaltedVerifier.of("secret".getBytes(StandardCharsets.UTF_8), new SecureRandom())
                        .text()),
                known.keyspaces(),
                false,
                false,
                known.account(),
                known.admission(),
                known.scatter());
        try (TestProxy proxy =
                TestProxy.inFrontOf(server).tls(ServerTls.selfSigned(directory)).start()) {
            proxy.adoptUsers(salted);

            for (String user : List.of("salted", "stranger")) {
                try (RawClient client = new RawClient(proxy.port())) {
                    client.readPacket();
                    client.sendPacket(1, sha2Login(user));

                    assertThat(client.readPacket()).containsExactly(1, 4);
                }
            }
        }
    }

    /** A login with 32 bytes that are no proof of anything. */
    private static byte[] sha2Login(String user) {
        ByteArrayOutputStream login = new ByteArrayOutputStream();
        login.writeBytes(new byte[] {(byte) 0x05, (byte) 0xA2, 0x0F, 0, 0, 0, 0, 1, 45});
        login.writeBytes(new byte[23]);
        login.writeBytes((user + "\0 ").getBytes(StandardCharsets.US_ASCII));
        login.writeBytes(new byte[32]);
        login.writeBytes("caching_sha2_password\0".getBytes(StandardCharsets.US_ASCII));
        return login.toByteArray();
    }

    @Test
    void aClientThatSendsWhileItWaitsIsNotHeard() {
        try (TestProxy proxy = proxy(0);
                RawClient client = new RawClient(proxy.port())) {
            client.startLogin(TestProxy.USER, "wrong")
                    .sendPacket(0, "\u0003SELECT 1".getBytes(StandardCharsets.US_ASCII));

            assertThat(client.readAnswer().errorCode()).isEqualTo(1045);
            assertThat(server.commands()).isEmpty();
        }
    }

    @Test
    void theReasonIsToldToOperatorsAlone() {
        Admission elsewhere = new Admission(
                new TlsRequirement.Nothing(), Networks.parse("10.0.0.0/8").orElseThrow());
        Admission encrypted = new Admission(new TlsRequirement.Encrypted(), Networks.NONE);
        try (TestProxy proxy = proxy(100)) {
            login(proxy, TestProxy.USER, "wrong");
            loginWithoutPassword(proxy);
            login(proxy, "stranger", "wrong");
        }
        try (TestProxy proxy = TestProxy.inFrontOf(server)
                .user(TestProxy.user(elsewhere))
                .loginDelays(new LoginDelays(100, 0), observer)
                .start()) {
            login(proxy, TestProxy.USER, TestProxy.PASSWORD);
        }
        try (TestProxy proxy = TestProxy.inFrontOf(server)
                .user(TestProxy.user(encrypted))
                .loginDelays(new LoginDelays(100, 0), observer)
                .start()) {
            login(proxy, TestProxy.USER, TestProxy.PASSWORD);
        }

        assertThat(told)
                .containsExactly(
                        TestProxy.USER + " wrong_password",
                        TestProxy.USER + " no_password",
                        "stranger unknown_user",
                        TestProxy.USER + " wrong_network",
                        TestProxy.USER + " tls_missing");
    }
}
