package io.pinion.integration.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Admission;
import io.pinion.config.topology.User;
import io.pinion.protocol.auth.SaltedVerifier;
import io.pinion.routing.catalog.ScatterPolicy;
import io.pinion.server.frontend.ServerTls;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.TestProxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real clients log in as a user who has a salted verifier alone: with TLS the first sends its password through that, without
 * by Pinion's key, and later ones prove it in the fast way.
 */
@ExtendWith(LeakWatch.class)
class SaltedPasswordIT {
    private static final String PYMYSQL = """
            import os, pymysql, sys
            tls = {"ssl": {"check_hostname": False}} if sys.argv[1] == "tls" else {}
            connection = pymysql.connect(host="127.0.0.1", port=int(os.environ["PINION_PORT"]), user="app",
                                         password=os.environ["PINION_PASSWORD"], **tls)
            print("logged in")
            """;

    private final ScriptedServer server = new ScriptedServer();
    private TestProxy proxy;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        server.on("SELECT 1", reply -> reply.rows("1"));
        server.on("select 1", reply -> reply.rows("1"));
        proxy = TestProxy.inFrontOf(server)
                .tls(ServerTls.selfSigned(directory))
                .user(salted("app", "app"))
                .start();
    }

    @AfterEach
    void stop() {
        proxy.close();
        server.close();
    }

    private static User salted(String name, String password) {
        SaltedVerifier verifier = SaltedVerifier.of(password.getBytes(StandardCharsets.UTF_8), new SecureRandom());
        return new User(
                name,
                Optional.empty(),
                Optional.empty(),
                Optional.of(verifier.text()),
                Set.of(User.ALL_KEYSPACES),
                false,
                false,
                Account.DATA,
                Admission.FREE,
                ScatterPolicy.FREE);
    }

    @Test
    void mysqlCommandLineOverTls() {
        InstalledProgram mysql = InstalledProgram.installed("mysql", InstalledProgram.mysql("mysql"));

        logsInTwice(mysql, "--ssl-mode=REQUIRED");
    }

    @Test
    void mysqlCommandLineByPinionsKey() {
        InstalledProgram mysql = InstalledProgram.installed("mysql", InstalledProgram.mysql("mysql"));

        logsInTwice(mysql, "--ssl-mode=DISABLED", "--get-server-public-key");
    }

    @Test
    void mariadbCommandLineWithAndWithoutTls() {
        InstalledProgram mariadb =
                InstalledProgram.installed("mariadb", InstalledProgram.find(List.of("mariadb"), "--version"));

        logsInTwice(mariadb, "--skip-ssl");
        logsInTwice(mariadb, "--ssl");
    }

    @Test
    void pyMySqlOverTls() {
        pyMySql("tls");
    }

    @Test
    void pyMySqlByPinionsKey() {
        pyMySql("plain");
    }

    private void pyMySql(String how) {
        InstalledProgram python =
                InstalledProgram.installed("PyMySQL", InstalledProgram.python("pymysql, cryptography"));
        for (int i = 0; i < 2; i++) {
            InstalledProgram.Outcome outcome =
                    python.run(InstalledProgram.environment(proxy.port()), "-c", PYMYSQL, how);
            assertThat(outcome.output()).contains("logged in");
        }
        Map<String, String> wrong = Map.of("PINION_PORT", Integer.toString(proxy.port()), "PINION_PASSWORD", "wrong");
        assertThat(python.run(wrong, "-c", PYMYSQL, how).output()).contains("1045");
    }

    private void logsInTwice(InstalledProgram client, String... options) {
        String[] words = new String[options.length + 2];
        System.arraycopy(options, 0, words, 0, options.length);
        words[options.length] = "-e";
        words[options.length + 1] = "SELECT 1";
        for (int i = 0; i < 2; i++) {
            InstalledProgram.Outcome outcome = client.run(Map.of(), InstalledProgram.login(proxy.port(), words));
            assertThat(outcome.status()).as(outcome.output()).isZero();
            assertThat(outcome.output()).contains("1");
        }
        String[] wrong = InstalledProgram.login(proxy.port(), words);
        wrong[4] = "-pwrong";
        assertThat(client.run(Map.of(), wrong).output()).contains("1045");
    }
}
