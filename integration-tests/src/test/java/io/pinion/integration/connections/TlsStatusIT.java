package io.pinion.integration.connections;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.RealServer;
import io.pinion.server.frontend.ServerTls;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.TestProxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A client is told of its own TLS session, whatever protects Pinion's connection to the server. */
@ExtendWith(LeakWatch.class)
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.integration.testing.RealServer#servers")
class TlsStatusIT {
    private final RealServer server;

    TlsStatusIT(RealServer server) {
        this.server = server;
    }

    private static Connection connect(TestProxy proxy, String options) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + proxy.port() + "/legacy?allowPublicKeyRetrieval=true&" + options,
                TestProxy.USER,
                TestProxy.PASSWORD);
    }

    @Test
    void theCipherAndTheVersionAreTheClients(@TempDir Path directory) throws Exception {
        try (TestProxy proxy =
                        server.proxy().tls(ServerTls.selfSigned(directory)).start();
                Connection newest = connect(proxy, "sslMode=REQUIRED&tlsVersions=TLSv1.3");
                Connection older = connect(proxy, "sslMode=REQUIRED&tlsVersions=TLSv1.2");
                Connection plain = connect(proxy, "sslMode=DISABLED")) {
            assertThat(Jdbc.lines(newest, "SHOW STATUS LIKE 'Ssl_cipher'"))
                    .singleElement()
                    .asString()
                    .contains("Ssl_cipher", "TLS_");
            assertThat(Jdbc.lines(newest, "SHOW SESSION STATUS WHERE Variable_name = 'ssl_version'"))
                    .singleElement()
                    .asString()
                    .contains("Ssl_version", "TLSv1.3");
            assertThat(Jdbc.lines(older, "SHOW SESSION STATUS LIKE 'ssl\\_cipher'"))
                    .singleElement()
                    .asString()
                    .contains("ECDHE-")
                    .doesNotContain("_WITH_");
            assertThat(Jdbc.rows(plain, "SHOW STATUS LIKE 'Ssl_version'").getFirst())
                    .containsExactly("Ssl_version", "");
            assertThat(Jdbc.lines(newest, "SHOW STATUS LIKE 'Threads_running'")).hasSize(1);
        }
    }
}
