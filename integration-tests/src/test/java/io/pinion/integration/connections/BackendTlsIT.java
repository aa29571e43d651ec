package io.pinion.integration.connections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import io.pinion.demo.LocalServer;
import io.pinion.demo.LocalServers;
import io.pinion.demo.ServerSpec;
import io.pinion.operations.server.ServerAccess;
import io.pinion.server.backend.login.BackendTls;
import io.pinion.server.backend.login.BackendTls.Mode;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.RawClient.Answer;
import io.pinion.server.testing.TestAuthority;
import io.pinion.server.testing.TestProxy;
import io.pinion.server.tls.JdbcEncryption;
import io.pinion.server.tls.KeyAndCertificate;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Encrypted connections to a real MariaDB whose certificate is for 127.0.0.1, and to one that has none. */
@ExtendWith(LeakWatch.class)
class BackendTlsIT {
    private static final String CIPHER =
            "SELECT VARIABLE_VALUE FROM information_schema.SESSION_STATUS WHERE VARIABLE_NAME = 'Ssl_cipher'";
    private static final TestAuthority AUTHORITY = new TestAuthority("authority");
    private static final TestAuthority STRANGER = new TestAuthority("stranger");

    private static LocalServers servers;
    private static LocalServer encrypting;
    private static LocalServer plain;
    private static Path ca;
    private static Path strangersCa;
    private static Path certificate;
    private static Path key;

    @BeforeAll
    static void startServers(@TempDir Path directory) throws Exception {
        ca = AUTHORITY.writeCertificate(directory.resolve("ca.pem"));
        strangersCa = STRANGER.writeCertificate(directory.resolve("stranger.pem"));
        KeyAndCertificate own = AUTHORITY.issue("CN=pinion");
        certificate = TestAuthority.writeCertificate(directory.resolve("pinion.pem"), own.certificate());
        key = TestAuthority.writeKey(directory.resolve("pinion.key"), own);
        KeyAndCertificate ofServer = AUTHORITY.issue("CN=db", "127.0.0.1");
        servers = LocalServers.open(directory.resolve("servers"));
        encrypting = servers.start(ServerSpec.single("encrypting")
                .withOptions(
                        "--ssl=1",
                        "--ssl-ca=" + ca,
                        "--ssl-cert="
                                + TestAuthority.writeCertificate(directory.resolve("db.pem"), ofServer.certificate()),
                        "--ssl-key=" + TestAuthority.writeKey(directory.resolve("db.key"), ofServer)));
        plain = servers.start(ServerSpec.single("plain"));
        encrypting.execute(
                "CREATE USER certified IDENTIFIED BY 'certified' REQUIRE SUBJECT '/CN=pinion'",
                "CREATE USER encrypted IDENTIFIED BY 'encrypted' REQUIRE SSL");
    }

    @AfterAll
    static void stopServers() throws Exception {
        servers.close();
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void theConnectionToAServerOfThisHostIsEncryptedWhereItMustBe(Mode mode) throws Exception {
        try (TestProxy proxy = proxy(encrypting, trusting(mode, ca)).start();
                RawClient client = RawClient.loggedIn(proxy)) {
            assertThat(client.query(CIPHER).rows()).singleElement().satisfies(cipher -> assertThat(cipher.isEmpty())
                    .isEqualTo(mode == Mode.OFF || mode == Mode.PREFERRED));
        }
    }

    @Test
    void aLargeAnswerComesWhole() {
        try (TestProxy proxy =
                        proxy(encrypting, BackendTls.unverified(Mode.REQUIRED)).start();
                RawClient client = RawClient.loggedIn(proxy)) {
            assertThat(client.query("SELECT REPEAT('x', 5000000)").rows().getFirst())
                    .hasSize(5_000_000);
        }
    }

    @Test
    void anotherAuthorityIsNotBelieved() throws Exception {
        assertThat(refusal(encrypting, trusting(Mode.VERIFY_CA, strangersCa)))
                .contains("can't log in on server pair1A at 127.0.0.1:" + encrypting.port())
                .contains("its certificate isn't signed by an authority in " + strangersCa)
                .contains("add the authority to that file");
    }

    @Test
    void anotherHostsCertificateIsNotBelieved() throws Exception {
        TestProxy.Builder byOtherName = builder(encrypting, trusting(Mode.VERIFY_IDENTITY, ca))
                .primary("pair1", "localhost", encrypting.port());
        assertThat(refusal(byOtherName))
                .contains("its certificate doesn't speak of localhost")
                .contains("set pool.tls to verify_ca");
    }

    @Test
    void theNameDoesNotMatterWhereOnlyTheAuthorityIsVerified() throws Exception {
        try (TestProxy proxy = builder(encrypting, trusting(Mode.VERIFY_CA, ca))
                        .primary("pair1", "localhost", encrypting.port())
                        .start();
                RawClient client = RawClient.loggedIn(proxy)) {
            assertThat(client.query("SELECT 1").rows()).containsExactly("1");
        }
    }

    @Test
    void aServerWithoutTlsIsUsedInClearWhereThatIsAllowed() {
        try (TestProxy proxy =
                        proxy(plain, BackendTls.unverified(Mode.PREFERRED)).start();
                RawClient client = RawClient.loggedIn(proxy)) {
            assertThat(client.query(CIPHER).rows()).containsExactly("");
        }
    }

    @Test
    void aServerWithoutTlsIsRefusedWhereItMustEncrypt() {
        assertThat(refusal(plain, BackendTls.unverified(Mode.REQUIRED)))
                .contains("can't log in on server pair1A")
                .contains("it offers no TLS, which pool.tls (required) asks for");
    }

    @Test
    void pinionShowsItsOwnCertificate() throws Exception {
        BackendTls tls = BackendTls.of(Mode.VERIFY_CA, Optional.of(ca), Optional.of(certificate), Optional.of(key));
        try (TestProxy proxy =
                        proxy(encrypting, tls).account("certified", "certified").start();
                RawClient client = RawClient.loggedIn(proxy)) {
            assertThat(client.query("SELECT CURRENT_USER()").rows()).containsExactly("certified@%");
        }
        assertThat(refusal(proxy(encrypting, trusting(Mode.VERIFY_CA, ca)).account("certified", "certified")))
                .contains("server pair1A refused account data: error 1045");
    }

    @Test
    void whatPinionAsksForItselfIsEncryptedInTheSameWay() throws Exception {
        assertThat(ownCipher("localhost", "VERIFY_CA", ca)).isNotEmpty();
        assertThat(ownCipher("127.0.0.1", "VERIFY_IDENTITY", ca)).isNotEmpty();
        assertThat(ownCipher("127.0.0.1", "DISABLED", ca)).isEmpty();
        assertThat(ownCipher("localhost", "PREFERRED", ca)).isEmpty();
        assertThat(ownCipher("127.0.0.1", "REQUIRED", ca)).isNotEmpty();
        assertThatThrownBy(() -> ownCipher("localhost", "VERIFY_IDENTITY", ca)).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> ownCipher("127.0.0.1", "VERIFY_CA", strangersCa))
                .isInstanceOf(SQLException.class);
    }

    @Test
    void pinionShowsItsOwnCertificateWhereItAsksForItself() throws Exception {
        var properties =
                JdbcEncryption.properties("VERIFY_CA", Optional.of(ca), Optional.of(certificate), Optional.of(key));
        assertThat(ask("127.0.0.1", "certified", properties, "SELECT CURRENT_USER()"))
                .isEqualTo("certified@%");
    }

    private static String ownCipher(String host, String mode, Path authority) throws Exception {
        var properties = JdbcEncryption.properties(mode, Optional.of(authority), Optional.empty(), Optional.empty());
        return ask(host, encrypting.rootUser(), properties, CIPHER);
    }

    private static String ask(String host, String user, Map<String, String> encryption, String sql) throws Exception {
        Secrets secrets = new Secrets(
                Map.of("PASSWORD", user.equals("certified") ? "certified" : encrypting.rootPassword())::get);
        Server server = new Server("db", host, encrypting.port());
        Account account = new Account("monitor", user, "env:PASSWORD");
        try (Connection connection =
                        new ServerAccess(secrets, () -> encryption).open(server, account, Duration.ofSeconds(20));
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static BackendTls trusting(Mode mode, Path authority) throws Exception {
        return BackendTls.of(mode, Optional.of(authority), Optional.empty(), Optional.empty());
    }

    private static TestProxy.Builder proxy(LocalServer server, BackendTls tls) {
        return builder(server, tls).primary("pair1", server.host(), server.port());
    }

    private static TestProxy.Builder builder(LocalServer server, BackendTls tls) {
        return TestProxy.builder()
                .account(server.rootUser(), server.rootPassword())
                .backendTls(tls);
    }

    private static String refusal(LocalServer server, BackendTls tls) {
        return refusal(proxy(server, tls));
    }

    private static String refusal(TestProxy.Builder builder) {
        try (TestProxy proxy = builder.start();
                RawClient client = RawClient.loggedIn(proxy)) {
            Answer answer = client.query("SELECT 1");
            assertThat(answer.errorCode()).isEqualTo(1105);
            return answer.error();
        }
    }
}
