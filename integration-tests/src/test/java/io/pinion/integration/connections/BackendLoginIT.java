package io.pinion.integration.connections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.pinion.demo.LocalServer;
import io.pinion.demo.LocalServers;
import io.pinion.demo.ServerProgram;
import io.pinion.demo.ServerSpec;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.TestProxy;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Accounts of a real MariaDB that prove their password in its own way. The server that Maven brings along lacks the plug-in:
 * {@code -Dpinion.mysqld=} names another, such as that of Debian's mariadb-server.
 */
@ExtendWith(LeakWatch.class)
class BackendLoginIT {
    private static LocalServers servers;
    private static LocalServer server;

    @BeforeAll
    static void startServer(@TempDir Path directory) throws Exception {
        servers = LocalServers.open(directory.resolve("servers"));
        Path program = ServerProgram.find().executable();
        Path plugins = program.resolveSibling("../lib/mysql/plugin").normalize();
        server = servers.start(ServerSpec.single("ed25519").withOptions("--plugin-dir=" + plugins));
        assumeThat(hasPlugin()).as("a MariaDB with auth_ed25519").isTrue();
        server.execute(
                "CREATE USER signing IDENTIFIED VIA ed25519 USING PASSWORD('a long password for signing')",
                "CREATE USER either IDENTIFIED VIA ed25519 USING PASSWORD('signed') OR mysql_native_password USING"
                        + " PASSWORD('hashed')");
    }

    @AfterAll
    static void stopServer() throws Exception {
        servers.close();
    }

    @Test
    void anAccountMaySignWithEd25519() {
        assertThat(userOf("signing", "a long password for signing")).isEqualTo("signing@%");
    }

    @Test
    void aWrongPasswordSignsWrong() {
        try (TestProxy proxy = proxy("signing", "another").start();
                RawClient client = RawClient.loggedIn(proxy)) {
            assertThat(client.query("SELECT 1").error())
                    .contains("refused account data")
                    .contains("1045");
        }
    }

    /** MariaDB asks for one proof after the other until one is right. */
    @Test
    void severalMethodsMayBeAskedForInOneLogin() {
        assertThat(userOf("either", "signed")).isEqualTo("either@%");
        assertThat(userOf("either", "hashed")).isEqualTo("either@%");
    }

    private static boolean hasPlugin() {
        try {
            server.execute("INSTALL SONAME 'auth_ed25519'");
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    private static String userOf(String account, String password) {
        try (TestProxy proxy = proxy(account, password).start();
                RawClient client = RawClient.loggedIn(proxy)) {
            return client.query("SELECT CURRENT_USER()").rows().getFirst();
        }
    }

    private static TestProxy.Builder proxy(String account, String password) {
        return TestProxy.builder()
                .primary("pair1", server.host(), server.port())
                .account(account, password);
    }
}
