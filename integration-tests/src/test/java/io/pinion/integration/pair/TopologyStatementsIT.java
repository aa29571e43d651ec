package io.pinion.integration.pair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.pinion.config.settings.PairSettings;
import io.pinion.config.topology.User;
import io.pinion.integration.testing.Jdbc;
import io.pinion.protocol.auth.SaltedVerifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Two proxies of one ZooKeeper change the topology document by statements; there is no server. */
class TopologyStatementsIT {
    private static final int CHANGES_EACH = 12;

    private static PairlessCluster cluster;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        cluster = new PairlessCluster(directory, "11.4.9-MariaDB", PairSettings.DEFAULT);
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.stop();
    }

    private static Connection login(int proxy, String user, String password) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + cluster.port(proxy) + "/?sslMode=DISABLED&allowPublicKeyRetrieval=true"
                        + "&cacheServerConfiguration=true&serverConfigCacheFactory=io.pinion.cli.KnownVariables"
                        + "&useLocalSessionState=true&characterSetResults=UTF-8",
                user,
                password);
    }

    private static boolean has(String user) throws Exception {
        return cluster.topologyNow().users().containsKey(user);
    }

    @Test
    void aUserComesChangesAndGoes() throws Exception {
        try (Connection operator = cluster.operator(0)) {
            Jdbc.execute(operator, "CREATE TOPOLOGY USER reports IDENTIFIED BY 'it''s \\\\ me' KEYSPACES ALL ADMIN");
            try (Connection reports = login(0, "reports", "it's \\ me")) {
                assertThat(Jdbc.rows(reports, "SHOW USERS LIKE 'reports'")).hasSize(1);
                Jdbc.execute(operator, "ALTER TOPOLOGY USER reports NOT ADMIN IDENTIFIED BY 'another'");
                assertThatThrownBy(() -> Jdbc.rows(reports, "SHOW USERS"))
                        .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                                .isEqualTo(1227));
            }
            assertThatThrownBy(() -> login(0, "reports", "it's \\ me"))
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(1045));
            try (Connection reports = login(0, "reports", "another")) {
                Jdbc.execute(operator, "DROP TOPOLOGY USER reports");
                assertThatThrownBy(() -> Jdbc.rows(reports, "SHOW PROCESSLIST"))
                        .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                                .isEqualTo(1045));
            }
            assertThatThrownBy(() -> login(0, "reports", "another")).isInstanceOf(SQLException.class);
        }
    }

    /** Each verifier that is left lets somebody in. */
    @Test
    void aChangedPasswordLeavesNoOtherVerifier() throws Exception {
        String old = SaltedVerifier.of("old".getBytes(StandardCharsets.UTF_8), new SecureRandom())
                .text();
        try (Connection operator = cluster.operator(0)) {
            Jdbc.execute(operator, "CREATE TOPOLOGY USER salted IDENTIFIED BY 'x' KEYSPACES ALL");
            Jdbc.execute(
                    operator,
                    "ALTER TOPOLOGY SET 'users.salted.password_hash' = '{\"caching_sha2\": \"" + old + "\"}'");
            login(0, "salted", "old").close();

            Jdbc.execute(operator, "ALTER TOPOLOGY USER salted IDENTIFIED BY 'new'");

            assertThatThrownBy(() -> login(0, "salted", "old"))
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(1045));
            login(0, "salted", "new").close();
            User salted = cluster.topologyNow().user("salted").orElseThrow();
            assertThat(salted.saltedVerifier()).isPresent().isNotEqualTo(Optional.of(old));
            assertThat(salted.nativeVerifier()).isEmpty();
            assertThat(Jdbc.rows(operator, "SHOW TOPOLOGY HISTORY").toString()).doesNotContain("$A$");
            Jdbc.execute(operator, "DROP TOPOLOGY USER salted");
        }
    }

    @Test
    void proxiesThatChangeTheDocumentAtOnceLoseNoChange() throws Exception {
        List<CompletableFuture<Void>> running = List.of(adding(0), adding(1));
        for (CompletableFuture<Void> one : running) {
            one.join();
        }
        for (int proxy = 0; proxy < 2; proxy++) {
            for (int i = 0; i < CHANGES_EACH; i++) {
                assertThat(has("u" + proxy + "x" + i)).isTrue();
            }
        }
        try (Connection operator = cluster.operator(1)) {
            assertThat(Jdbc.column(operator, "SHOW TOPOLOGY HISTORY"))
                    .doesNotHaveDuplicates()
                    .hasSizeGreaterThan(23);
        }
    }

    private static CompletableFuture<Void> adding(int proxy) {
        return CompletableFuture.runAsync(() -> {
            try (Connection operator = cluster.operator(proxy)) {
                for (int i = 0; i < CHANGES_EACH; i++) {
                    Jdbc.execute(
                            operator, "CREATE TOPOLOGY USER u" + proxy + "x" + i + " IDENTIFIED BY 'x' KEYSPACES ALL");
                }
            } catch (SQLException e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    void whatIsWrongIsRefusedAndNothingChanges() throws Exception {
        long generation = cluster.topologyNow().generation();
        try (Connection operator = cluster.operator(0)) {
            assertRefused(operator, "ALTER TOPOLOGY SET 'home' = '{\"x\"'", 1064, "not valid JSON");
            assertRefused(operator, "ALTER TOPOLOGY SET 'home' = '\"nowhere\"'", 1105, "nowhere");
            assertRefused(operator, "ALTER TOPOLOGY DROP 'users.nobody'", 1105, "the document has no such place");
            assertRefused(operator, "ALTER TOPOLOGY IF GENERATION 1 DROP 'users.app'", 1105, "generation");
            assertRefused(operator, "DROP TOPOLOGY USER app", 1105, "no user would have the admin right");
            assertRefused(operator, "CREATE TOPOLOGY USER app IDENTIFIED BY 'x' KEYSPACES ALL", 1105, "there already");
            assertRefused(operator, "CREATE TOPOLOGY USER x IDENTIFIED 'hunter2' KEYSPACES ALL", 1064, "expected");
        }
        assertThat(cluster.topologyNow().generation()).isEqualTo(generation);
    }

    private static void assertRefused(Connection operator, String sql, int code, String why) {
        assertThatThrownBy(() -> Jdbc.rows(operator, sql))
                .as(sql)
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(code))
                .hasMessageContaining(why)
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void anExplanationChangesNothing() throws Exception {
        long generation = cluster.topologyNow().generation();
        try (Connection operator = cluster.operator(0)) {
            assertThat(Jdbc.rows(operator, "EXPLAIN ALTER TOPOLOGY USER app READ ONLY")
                            .toString())
                    .contains("change user app: ", "read-only no → yes", "+", "\"read_only\": true");
        }
        assertThat(cluster.topologyNow().generation()).isEqualTo(generation);
        assertThat(cluster.topologyNow().user("app").map(User::readsOnly)).contains(false);
    }

    @Test
    void theHistoryAndTheAuditTellWhoHasDoneWhat() throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger("io.pinion.audit");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(lines);
        try (Connection operator = cluster.operator(0)) {
            Jdbc.execute(operator, "ALTER TOPOLOGY SET 'servers.db9' = '\"127.0.0.1:3309\"'");
            Jdbc.execute(operator, "CREATE TOPOLOGY USER audited IDENTIFIED BY 'hunter2' KEYSPACES ALL");
            long generation = cluster.topologyNow().generation();

            List<String> last = Jdbc.rows(operator, "SHOW TOPOLOGY HISTORY WHERE generation = '" + generation + "'")
                    .getFirst();
            assertThat(last.subList(2, 6))
                    .containsExactly(
                            "app",
                            "127.0.0.1",
                            "CREATE TOPOLOGY USER audited IDENTIFIED BY '…' KEYSPACES ALL",
                            "add user audited, keyspaces *");
            assertThat(Jdbc.column(operator, "SHOW TOPOLOGY HISTORY " + generation))
                    .anyMatch(line -> line.startsWith("+") && line.contains("\"native\": \"…\""));
        } finally {
            logger.detachAppender(lines);
            logger.setLevel(null);
        }
        assertThat(lines.list)
                .extracting(event -> event.getKeyValuePairs().toString())
                .anyMatch(line -> line.contains("CREATE TOPOLOGY USER audited IDENTIFIED BY '…' KEYSPACES ALL")
                        && line.contains("user=\"app\"")
                        && line.contains("outcome=\"done\""));
        assertThat(lines.list.toString()
                        + lines.list.stream()
                                .map(ILoggingEvent::getKeyValuePairs)
                                .toList())
                .doesNotContain("hunter2");
    }
}
