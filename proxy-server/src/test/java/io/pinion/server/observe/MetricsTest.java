package io.pinion.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsTest {
    private final Metrics metrics = new Metrics();

    @AfterEach
    void close() {
        metrics.close();
    }

    @Test
    void countsStatementsByKeyspaceAndKind() {
        metrics.queries().ended(select("pinterest", "MySQL001", Duration.ofMillis(3), 0));
        metrics.queries().ended(select("pinterest", "MySQL001", Duration.ofMillis(3), 0));

        assertThat(metrics.scrape())
                .contains("pinion_statements_total{keyspace=\"pinterest\",kind=\"select\"} 2.0")
                .contains("pinion_pair_statements_total{keyspace=\"pinterest\",pair=\"MySQL001\"} 2.0");
    }

    @Test
    void putsDurationsIntoCumulativeBuckets() {
        metrics.queries().ended(select("pinterest", "MySQL001", Duration.ofMillis(3), 0));
        metrics.queries().ended(select("pinterest", "MySQL001", Duration.ofSeconds(60), 0));

        assertThat(metrics.scrape())
                .contains("pinion_statement_duration_seconds_bucket{keyspace=\"pinterest\",le=\"0.002\"} 0")
                .contains("pinion_statement_duration_seconds_bucket{keyspace=\"pinterest\",le=\"0.005\"} 1")
                .contains("pinion_statement_duration_seconds_bucket{keyspace=\"pinterest\",le=\"+Inf\"} 2")
                .contains("pinion_statement_duration_seconds_sum{keyspace=\"pinterest\"} 60.003");
    }

    @Test
    void countsErrorsByCode() {
        metrics.queries().ended(select("pinterest", "", Duration.ofMillis(1), 1146));

        assertThat(metrics.scrape()).contains("pinion_statement_errors_total{code=\"1146\"} 1.0");
    }

    @Test
    void boundsTheNumberOfTimeSeries() {
        for (int code = 1; code <= 1000; code++) {
            metrics.queries().ended(select("pinterest", "", Duration.ofMillis(1), code));
        }

        assertThat(metrics.scrape().lines().filter(line -> line.startsWith("pinion_statement_errors_total{")))
                .hasSize(257)
                .contains("pinion_statement_errors_total{code=\"other\"} 744.0");
    }

    @Test
    void tellsWhatHappensToConnections() {
        ConnectionMetrics connections = metrics.connections();
        connections.accepted();
        connections.accepted();
        connections.loggedIn();
        connections.refused(1045);
        connections.loginFailed("app", "10.0.0.1:1", "wrong_password");
        connections.closed();
        connections.opened("MySQL001A", 2_000_000);
        connections.closed("MySQL001A", PoolObserver.CloseReason.IDLE);
        connections.waited("MySQL001A", 4_000_000);
        connections.waitedInVain("MySQL001A", 5_000_000_000L);

        assertThat(metrics.scrape())
                .contains("pinion_sessions 1.0")
                .contains("pinion_sessions_accepted_total 2.0")
                .contains("pinion_logins_total 1.0")
                .contains("pinion_logins_refused_total{code=\"1045\"} 1.0")
                .contains("pinion_login_failures_total{reason=\"wrong_password\"} 1.0")
                .contains("pinion_pool_opened_total{server=\"MySQL001A\"} 1.0")
                .contains("pinion_pool_closed_total{reason=\"idle\",server=\"MySQL001A\"} 1.0")
                .contains("pinion_pool_wait_seconds_count{server=\"MySQL001A\"} 2")
                .contains("pinion_pool_wait_timeouts_total{server=\"MySQL001A\"} 1.0");
    }

    @Test
    void sumsPoolsOverEventLoops() {
        metrics.watchPools(() -> List.of(
                new PoolSnapshot("MySQL001", "MySQL001A", "data", 0, 1, 2, 0, 0, 100),
                new PoolSnapshot("MySQL001", "MySQL001A", "data", 1, 3, 4, 1, 5, 100)));

        String labels = "account=\"data\",pair=\"MySQL001\",server=\"MySQL001A\"";
        assertThat(metrics.scrape())
                .contains("pinion_pool_connections{" + labels + ",state=\"busy\"} 4.0")
                .contains("pinion_pool_connections{" + labels + ",state=\"idle\"} 6.0")
                .contains("pinion_pool_waiting{" + labels + "} 5.0")
                .contains("pinion_pool_limit{" + labels + "} 100.0");
    }

    @Test
    void tellsHowServersAre() {
        metrics.watchServers(MetricsTest::servers);

        assertThat(metrics.scrape())
                .contains("pinion_server_up{pair=\"MySQL001\",role=\"primary\",server=\"MySQL001A\"} 0.0")
                .contains("pinion_server_up{pair=\"MySQL001\",role=\"standby\",server=\"MySQL001B\"} 1.0")
                .contains("pinion_server_fenced{pair=\"MySQL001\",role=\"standby\",server=\"MySQL001B\"} 1.0")
                .contains("pinion_server_replicating{pair=\"MySQL001\",role=\"standby\",server=\"MySQL001B\"} 0.0")
                .contains("pinion_server_disk_full{pair=\"MySQL001\",role=\"primary\",server=\"MySQL001A\"} 1.0")
                .contains(
                        "pinion_server_connection_use_ratio{pair=\"MySQL001\",role=\"standby\",server=\"MySQL001B\"} 0.95")
                .contains("pinion_standby_lag_seconds{pair=\"MySQL001\"} 0.25")
                .doesNotContain("pinion_server_fenced{pair=\"MySQL001\",role=\"primary\"");
    }

    private static List<ServerPicture> servers() {
        return List.of(
                new ServerPicture(
                        "MySQL001",
                        "MySQL001A",
                        true,
                        ServerSnapshot.State.DOWN,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        true,
                        Optional.empty()),
                new ServerPicture(
                        "MySQL001",
                        "MySQL001B",
                        false,
                        ServerSnapshot.State.UP,
                        Optional.of(true),
                        Optional.of(false),
                        Optional.of(0.95),
                        false,
                        Optional.of(Duration.ofMillis(250))));
    }

    @Test
    void countsReloads() {
        metrics.topologyAdopted(7, 1_767_225_600_000L);
        metrics.topologyRefused();

        assertThat(metrics.scrape())
                .contains("pinion_topology_generation 7.0")
                .contains("pinion_topology_reloads_total{result=\"adopted\"} 1.0")
                .contains("pinion_topology_reloads_total{result=\"refused\"} 1.0")
                .contains("pinion_topology_adopted_timestamp_seconds 1.7672256E9");
    }

    @Test
    void watchesBuffersAndTheJvm() {
        metrics.watchBuffers(PooledByteBufAllocator.DEFAULT);

        assertThat(metrics.scrape())
                .contains("netty_allocator_memory_used")
                .contains("jvm_memory_used_bytes")
                .contains("process_cpu_usage");
    }

    @Test
    void theManualHasEveryMetric() throws IOException {
        useAll();
        String manual = Files.readString(Path.of("../docs/metrics.md"));

        assertThat(metrics.scrape().lines().filter(line -> line.startsWith("# HELP pinion_")))
                .hasSizeGreaterThan(15)
                .allSatisfy(line -> assertThat(manual).contains("`" + line.split(" ")[2] + "`"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"grafana/dashboards/pinion.json", "alerts.yaml"})
    void theBoardAndTheAlarmsAskForWhatThereIs(String file) throws IOException {
        useAll();
        String text = Files.readString(Path.of("../docker/compose").resolve(file));
        Set<String> asked = Pattern.compile("\\b(pinion|jvm|netty|process)(_[a-z]+)+\\b")
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
        String scraped = metrics.scrape();

        assertThat(asked).hasSizeGreaterThan(5).allSatisfy(name -> assertThat(scraped)
                .containsPattern("(?m)^" + name + "[ {]"));
    }

    /** Has something of every kind happen. */
    private void useAll() {
        metrics.queries().ended(select("pinterest", "MySQL001", Duration.ofMillis(3), 1146));
        metrics.connections().opened("MySQL001A", 1);
        metrics.connections().closed("MySQL001A", PoolObserver.CloseReason.LOST);
        metrics.connections().refused(1045);
        metrics.watchPools(() -> List.of(new PoolSnapshot("MySQL001", "MySQL001A", "data", 0, 1, 2, 0, 0, 100)));
        metrics.watchServers(MetricsTest::servers);
        metrics.watchIds(() -> 0);
        metrics.watchScatters(() -> 1, () -> 0, () -> 0);
        metrics.watchBuffers(PooledByteBufAllocator.DEFAULT);
        metrics.watchBranches(() -> 0);
        metrics.topologyAdopted(7, 1_767_225_600_000L);
        metrics.topologyRefused();
    }

    @Test
    void ratesAreStatementsPerSecondOfTheLastTicks() {
        metrics.queries().ended(select("pinterest", "MySQL001", Duration.ofMillis(1), 0));
        metrics.rates().tick(0);
        for (int i = 0; i < 30; i++) {
            metrics.queries().ended(select("pinterest", "MySQL001", Duration.ofMillis(1), 0));
        }
        metrics.rates().tick(3_000_000_000L);

        assertThat(metrics.rates().perSecond("pinterest", "MySQL001")).isEqualTo(10.0);
        assertThat(metrics.rates().perSecond("MySQL001")).isEqualTo(10.0);
        assertThat(metrics.rates().perSecond("pinterest", "MySQL002")).isZero();
    }

    @Test
    void ratesForgetWhatIsOlderThanTheWindow() {
        metrics.rates().tick(0);
        metrics.queries().ended(select("pinterest", "MySQL001", Duration.ofMillis(1), 0));
        for (int second = 1; second <= 12; second++) {
            metrics.rates().tick(second * 1_000_000_000L);
        }

        assertThat(metrics.rates().perSecond("pinterest", "MySQL001")).isZero();
    }

    private static StatementRecord select(String keyspace, String pair, Duration took, int errorCode) {
        return new StatementRecord(
                StatementGroup.SELECT,
                keyspace,
                pair,
                "",
                took.toNanos(),
                errorCode,
                () -> "SELECT ?",
                ScatterOutcome.NONE);
    }
}
