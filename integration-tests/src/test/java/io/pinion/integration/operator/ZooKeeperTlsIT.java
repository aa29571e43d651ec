package io.pinion.integration.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.settings.ZooKeeperSettings.ZooKeeperTls;
import io.pinion.config.source.ZooKeeperAccess;
import io.pinion.config.source.ZooKeeperAccess.Digest;
import io.pinion.config.source.ZooKeeperClient;
import io.pinion.config.source.ZooKeeperProbe;
import io.pinion.config.source.ZooKeeperStore;
import io.pinion.server.testing.TestAuthority;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.server.NettyServerCnxnFactory;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.auth.X509AuthenticationProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pinion's connection to a ZooKeeper that speaks TLS alone and asks for certificates. */
class ZooKeeperTlsIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(15);
    private static final TestAuthority AUTHORITY = new TestAuthority("zookeeper-ca");
    private static final TestAuthority ANOTHER = new TestAuthority("another-ca");

    private static Map<String, String> properties = Map.of();
    private static Path authority;
    private static Path anotherAuthority;
    private static Path shown;
    private static Path foreign;
    private static ServerCnxnFactory listener;
    private static ZooKeeperServer server;
    private static String address;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        authority = AUTHORITY.writeCertificate(directory.resolve("ca.pem"));
        anotherAuthority = ANOTHER.writeCertificate(directory.resolve("another-ca.pem"));
        shown = pem(directory, AUTHORITY, "pinion");
        foreign = pem(directory, ANOTHER, "foreign");
        // ZooKeeper's server reads these for each connection.
        properties = Map.of(
                "zookeeper.authProvider.x509",
                X509AuthenticationProvider.class.getName(),
                "zookeeper.serverCnxnFactory",
                NettyServerCnxnFactory.class.getName(),
                "zookeeper.ssl.keyStore.location",
                pem(directory, AUTHORITY, "server").toString(),
                "zookeeper.ssl.keyStore.type",
                "PEM",
                "zookeeper.ssl.trustStore.location",
                authority.toString(),
                "zookeeper.ssl.trustStore.type",
                "PEM",
                "zookeeper.ssl.clientAuth",
                "need",
                "zookeeper.ssl.clientHostnameVerification",
                "false");
        properties.forEach(System::setProperty);
        server = new ZooKeeperServer(
                directory.resolve("data").toFile(), directory.resolve("data").toFile(), 1000);
        listener = ServerCnxnFactory.createFactory();
        listener.configure(new InetSocketAddress(0), 100, -1, true);
        listener.startup(server);
        address = "127.0.0.1:" + listener.getLocalPort();
    }

    @AfterAll
    static void stop() {
        listener.shutdown();
        server.shutdown(true);
        properties.keySet().forEach(System::clearProperty);
    }

    /** Certificate and key in one file, as ZooKeeper's client reads them. */
    private static Path pem(Path directory, TestAuthority by, String name) throws Exception {
        var issued = by.issue("CN=" + name, "localhost", "127.0.0.1");
        Path certificate = TestAuthority.writeCertificate(
                directory.resolve(name + ".cert"), issued.chain().getFirst());
        Path key = TestAuthority.writeKey(directory.resolve(name + ".key"), issued);
        return Files.writeString(
                directory.resolve(name + ".pem"), Files.readString(certificate) + Files.readString(key));
    }

    private static ZooKeeperAccess access(Path ca, Path certificate) {
        return new ZooKeeperAccess(
                Optional.of(new Digest("pinion", "secret")),
                ZooKeeperTls.VERIFY_IDENTITY,
                Optional.of(ca),
                Optional.of(certificate));
    }

    private static boolean connects(ZooKeeperAccess access, String where, int seconds) throws Exception {
        try (CuratorFramework client = ZooKeeperClient.start(where, access, TIMEOUT, TIMEOUT)) {
            return client.blockUntilConnected(seconds, TimeUnit.SECONDS);
        }
    }

    @Test
    void aDocumentIsWrittenAndReadOverTls() throws Exception {
        ZooKeeperAccess access = access(authority, shown);
        try (CuratorFramework client = ZooKeeperClient.start(address, access, TIMEOUT, TIMEOUT)) {
            assertThat(client.blockUntilConnected(30, TimeUnit.SECONDS)).isTrue();
            ZooKeeperStore store = new ZooKeeperStore(client, "main");
            store.replace(OptionalLong.empty(), "{}", Optional.empty());

            assertThat(store.read().orElseThrow().json()).isEqualTo("{}");
        }
    }

    @Test
    void anotherAuthoritysServerAndAForeignCertificateAreRefused() throws Exception {
        ZooKeeperAccess distrusting = access(anotherAuthority, shown);

        assertThat(connects(distrusting, address, 3)).isFalse();
        assertThat(new ZooKeeperProbe(distrusting).look(address))
                .contains("can't be used with TLS", "zookeeper.tls_ca");
        assertThat(connects(access(authority, foreign), address, 3)).isFalse();
    }

    @Test
    void aNameThatTheCertificateLacksIsRefused() throws Exception {
        String unnamed = address.replace("127.0.0.1", "127.0.0.2");

        assertThat(connects(access(authority, shown), unnamed, 3)).isFalse();
        assertThat(new ZooKeeperProbe(access(authority, shown)).look(unnamed)).contains("can't be used with TLS");
    }

    @Test
    void withoutTlsThePortIsCalledWhatItIs() throws Exception {
        assertThat(connects(ZooKeeperAccess.OPEN, address, 3)).isFalse();
        assertThat(new ZooKeeperProbe(ZooKeeperAccess.OPEN).look(address)).contains("set zookeeper.tls");
    }
}
