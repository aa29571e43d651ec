package io.pinion.server.frontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.network.Networks;
import io.pinion.config.topology.Admission;
import io.pinion.config.topology.TlsRequirement;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.RawClient.Answer;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.TestAuthority;
import io.pinion.server.testing.TestProxy;
import io.pinion.server.tls.KeyAndCertificate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.security.auth.x500.X500Principal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Who must encrypt, who must show a certificate, and what a client is told that doesn't. */
@ExtendWith(LeakWatch.class)
class ClientTlsTest {
    private static final TestAuthority AUTHORITY = new TestAuthority("authority");

    /** Calls itself the same, since clients keep certificates back that an unknown authority has signed. */
    private static final TestAuthority IMPOSTOR = new TestAuthority("authority");

    private final ScriptedServer server = new ScriptedServer();
    private final Path directory;
    private final AtomicReference<ServerTls> tls;

    ClientTlsTest(@TempDir Path directory) throws Exception {
        this.directory = directory;
        tls = new AtomicReference<>(serverTls("first"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aClientMayEncryptAndThenRuns() {
        try (TestProxy proxy = proxy(new TlsRequirement.Nothing(), false);
                RawClient client = encrypted(proxy, AUTHORITY.clientContext())) {
            assertThat(login(client).errorCode()).isZero();
            assertThat(client.query("READ").errorCode()).isZero();
        }
    }

    @Test
    void aUserThatMustEncryptIsToldSoOnlyWithTheRightPassword() {
        try (TestProxy proxy = proxy(new TlsRequirement.Encrypted(), false);
                RawClient clear = new RawClient(proxy.port());
                RawClient wrong = new RawClient(proxy.port());
                RawClient client = encrypted(proxy, AUTHORITY.clientContext())) {
            assertThat(login(clear).errorCode()).isEqualTo(1045);
            assertThat(wrong.login(TestProxy.USER, "wrong", RawClient.CLASSIC, "")
                            .error())
                    .endsWith("(using password: YES)");
            assertThat(login(client).errorCode()).isZero();
        }
    }

    @Test
    void whereAllMustEncryptNobodyMayDoWithout() {
        try (TestProxy proxy = proxy(new TlsRequirement.Nothing(), true);
                RawClient clear = new RawClient(proxy.port());
                RawClient client = encrypted(proxy, AUTHORITY.clientContext())) {
            Answer refused = login(clear);
            assertThat(refused.errorCode()).isEqualTo(3159);
            assertThat(refused.error()).contains("listener.require_tls");
            assertThat(login(client).errorCode()).isZero();
        }
    }

    @Test
    void aUserThatMustShowACertificateMayShowAnyOfTheAuthority() {
        try (TestProxy proxy = proxy(new TlsRequirement.AnyCertificate(), false);
                RawClient without = encrypted(proxy, AUTHORITY.clientContext());
                RawClient with = encrypted(proxy, AUTHORITY.clientContext(AUTHORITY.issue("CN=whoever")))) {
            Answer refused = login(without);
            assertThat(refused.errorCode()).isEqualTo(1045);
            assertThat(refused.error()).contains("must show a client certificate");
            assertThat(login(with).errorCode()).isZero();
        }
    }

    @Test
    void aCertificateOfAnotherSubjectIsNamed() {
        TlsRequirement one = new TlsRequirement.CertificateOf(new X500Principal("cn=app, o=Example"));
        try (TestProxy proxy = proxy(one, false);
                RawClient other = encrypted(proxy, AUTHORITY.clientContext(AUTHORITY.issue("O=Example,CN=other")));
                RawClient right = encrypted(proxy, AUTHORITY.clientContext(AUTHORITY.issue("O=Example,CN=app")))) {
            assertThat(login(other).error()).contains("another client certificate than that of CN=other,O=Example");
            assertThat(login(right).errorCode()).isZero();
        }
    }

    @Test
    void aCertificateOfAnImpostorEndsTheConnection() {
        try (TestProxy proxy = proxy(new TlsRequirement.Nothing(), false)) {
            SSLContext forged = AUTHORITY.clientContext(IMPOSTOR.issue("CN=app"));
            // In TLS 1.3 the client believes the handshake over before the server has looked at its certificate.
            assertThatThrownBy(() -> {
                        try (RawClient client = encrypted(proxy, forged)) {
                            login(client);
                        }
                    })
                    .isInstanceOf(UncheckedIOException.class);
        }
    }

    @Test
    void newConnectionsGetTheNewCertificateAndThoseThereAreGoOn() throws Exception {
        try (TestProxy proxy = proxy(new TlsRequirement.Nothing(), false);
                RawClient before = encrypted(proxy, AUTHORITY.clientContext())) {
            login(before);
            ServerTls second = serverTls("second");
            tls.set(second);

            try (RawClient after = encrypted(proxy, AUTHORITY.clientContext())) {
                assertThat(after.serverCertificate()).isEqualTo(second.certificate());
                assertThat(login(after).errorCode()).isZero();
            }
            assertThat(before.query("READ").errorCode()).isZero();
        }
    }

    @Test
    void aHandshakeThatStopsHalfWayIsEndedByTheLoginsDeadline() {
        ClientLimits quick = new ClientLimits(1 << 20, 200, ClientLimits.DEFAULT.unreadMillis());
        try (TestProxy proxy = TestProxy.inFrontOf(server)
                        .clientLimits(quick)
                        .encryption(new ClientEncryption(tls::get, false))
                        .start();
                RawClient client = new RawClient(proxy.port())) {
            client.requestTls(RawClient.CLASSIC);
            client.sendRaw(new byte[] {0x16, 3, 1});
            assertThat(client.isClosedByProxy()).isTrue();
        }
    }

    private TestProxy proxy(TlsRequirement requirement, boolean forAll) {
        return TestProxy.inFrontOf(server)
                .user(TestProxy.user(new Admission(requirement, Networks.NONE)))
                .encryption(new ClientEncryption(tls::get, forAll))
                .start();
    }

    private ServerTls serverTls(String name) throws IOException, GeneralSecurityException {
        KeyAndCertificate made = AUTHORITY.issue("CN=" + name, "pinion");
        return ServerTls.fromFiles(
                TestAuthority.writeCertificate(directory.resolve(name + ".crt"), made.certificate()),
                TestAuthority.writeKey(directory.resolve(name + ".key"), made),
                Optional.of(AUTHORITY.writeCertificate(directory.resolve("ca.pem"))),
                directory.resolve("own"));
    }

    private static RawClient encrypted(TestProxy proxy, SSLContext context) {
        return new RawClient(proxy.port()).encrypt(context, RawClient.CLASSIC);
    }

    private static Answer login(RawClient client) {
        return client.login(TestProxy.USER, TestProxy.PASSWORD, RawClient.CLASSIC, "");
    }
}
