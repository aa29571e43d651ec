package io.pinion.integration.queries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.settings.ByteSize;
import io.pinion.config.settings.ScatterSettings;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.TwoPairs;
import io.pinion.server.scatter.Gate;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.TestProxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Many statements over several shards at a time, with a pool that has far fewer connections, on real servers. */
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.integration.testing.TwoPairs#all")
class ScatterCrowdIT {
    private static final String WAITS = "SELECT COUNT(*) FROM bank.things WHERE data = 'one' FOR UPDATE";
    private static final String GATHERED = "SELECT id, ROW_NUMBER() OVER (ORDER BY id) FROM bank.things";
    private static final String SORTED = "SELECT data FROM bank.things ORDER BY id";
    private static final String KEYED = "SELECT data FROM bank.things WHERE id IN (" + TwoPairs.id(1, 1) + ", "
            + TwoPairs.id(5, 1) + ", " + TwoPairs.id(6, 2) + ")";

    private final TwoPairs pairs;

    ScatterCrowdIT(TwoPairs pairs) {
        this.pairs = pairs;
    }

    @BeforeEach
    void reset() throws SQLException {
        pairs.reset();
    }

    private static ScatterSettings settings(int maxRunning, Duration wait) {
        ScatterSettings usual = ScatterSettings.DEFAULT;
        return new ScatterSettings(
                maxRunning,
                usual.poolShare(),
                wait,
                usual.mergeMaxSize(),
                usual.gatherMaxRows(),
                usual.gatherMaxSize(),
                usual.heldMaxSize());
    }

    @Test
    void pointQueriesNeverWaitForScatters() throws Exception {
        TestProxy.Builder builder =
                pairs.builder().maxConnections(4).loops(2).scatter(settings(64, Duration.ofSeconds(60)));
        try (TestProxy proxy = builder.start();
                Connection blocker = pairs.holdARow();
                ExecutorService clients = Executors.newFixedThreadPool(24)) {
            List<Future<?>> slow = new ArrayList<>();
            for (int i = 0; i < 24; i++) {
                slow.add(clients.submit(() -> {
                    try (Connection client = TwoPairs.connect(proxy)) {
                        Jdbc.execute(client, WAITS);
                    }
                    return null;
                }));
            }
            Gate gate = proxy.server().scatters().unnamed();
            Conditions.await(() -> gate.running() + gate.waiting() == 24);
            assertThat(gate.running()).isEqualTo(2);

            try (Connection client = TwoPairs.connect(proxy)) {
                long slowest = 0;
                for (int i = 0; i < 200; i++) {
                    long began = System.nanoTime();
                    String data = Jdbc.value(
                            client,
                            "SELECT data FROM bank.things WHERE id = " + TwoPairs.id(i % 8 == 4 ? 5 : i % 8, 2));
                    slowest = Math.max(slowest, System.nanoTime() - began);
                    assertThat(data).isEqualTo("two");
                }
                assertThat(Duration.ofNanos(slowest)).isLessThan(Duration.ofSeconds(20));
            }
            blocker.rollback();
            for (Future<?> one : slow) {
                one.get(30, TimeUnit.SECONDS);
            }
            Conditions.await(() -> gate.running() == 0);
        }
    }

    @Test
    void noTwoWaitForEachOther() throws Exception {
        TestProxy.Builder builder =
                pairs.builder().maxConnections(4).loops(2).scatter(settings(64, Duration.ofSeconds(60)));
        try (TestProxy proxy = builder.start();
                Connection blocker = pairs.holdARow();
                ExecutorService clients = Executors.newFixedThreadPool(20)) {
            for (int shard = 0; shard < 8; shard++) {
                pairs.execute(
                        shard / 4,
                        "INSERT INTO bank%05d.things (data) VALUES ('own0'), ('own1'), ('own2'), ('own3')"
                                .formatted(shard));
            }
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                // Updates of the same rows could each wait for the other's locks, on one server each.
                String own = "UPDATE bank.things SET data = CONCAT(data, '') WHERE data = 'own" + i / 5 + "'";
                String sql = List.of(GATHERED, SORTED, KEYED, WAITS, own).get(i % 5);
                all.add(clients.submit(() -> {
                    try (Connection client = TwoPairs.connect(proxy)) {
                        for (int times = 0; times < 10; times++) {
                            Jdbc.execute(client, sql);
                        }
                    }
                    return null;
                }));
            }
            Gate gate = proxy.server().scatters().unnamed();
            // How many are inside depends on who came first: a gather takes two places on one server, and nobody
            // overtakes it.
            Conditions.await("a crowd", Duration.ofSeconds(30), () -> gate.running() > 0 && gate.waiting() > 1);
            blocker.rollback();
            for (Future<?> one : all) {
                one.get(60, TimeUnit.SECONDS);
            }
            assertThat(proxy.records())
                    .allSatisfy(record -> assertThat(record.errorCode()).isZero());
            Conditions.await(() -> proxy.server().scatters().memory().held() == 0);
        }
    }

    @Test
    void whoseTurnDoesNotComeIsToldSo() throws Exception {
        TestProxy.Builder builder = pairs.builder().scatter(settings(1, Duration.ofMillis(200)));
        try (TestProxy proxy = builder.start();
                Connection blocker = pairs.holdARow();
                Connection client = TwoPairs.connect(proxy);
                ExecutorService other = Executors.newSingleThreadExecutor()) {
            Future<?> slow = other.submit(() -> {
                try (Connection first = TwoPairs.connect(proxy)) {
                    Jdbc.execute(first, WAITS);
                }
                return null;
            });
            Conditions.await(() -> proxy.server().scatters().unnamed().running() == 1);
            for (String sql : List.of(SORTED, GATHERED)) {
                assertThatThrownBy(() -> Jdbc.execute(client, sql))
                        .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                                .isEqualTo(1040))
                        .hasMessageContaining("has not run, since its turn didn't come (waited 200 ms)")
                        .hasMessageContaining("scatter.max_running: 1");
            }
            Jdbc.execute(client, KEYED);
            blocker.rollback();
            slow.get(30, TimeUnit.SECONDS);
            Jdbc.execute(client, SORTED);
        }
    }

    @Test
    void moreThanTheSettingsAllowIsAnErrorThatNamesThem() throws Exception {
        ScatterSettings usual = ScatterSettings.DEFAULT;
        ScatterSettings small = new ScatterSettings(
                64,
                50,
                Duration.ofSeconds(10),
                new ByteSize(1024 * 1024),
                5,
                usual.gatherMaxSize(),
                new ByteSize(64 * 1024));
        try (TestProxy proxy = pairs.builder().scatter(small).start();
                Connection client = TwoPairs.connect(proxy)) {
            assertThatThrownBy(() -> Jdbc.execute(client, GATHERED))
                    .hasMessageContaining("5 rows of several shards on one server (scatter.gather_max_rows)");
            for (int shard = 0; shard < 8; shard++) {
                StringBuilder rows = new StringBuilder("INSERT INTO bank%05d.things (data) VALUES ".formatted(shard));
                for (int row = 0; row < 400; row++) {
                    rows.append(row == 0 ? "" : ", ")
                            .append("('")
                            .append("x".repeat(90))
                            .append(row)
                            .append("')");
                }
                pairs.execute(shard < 4 ? 0 : 1, rows.toString());
            }
            assertThatThrownBy(() -> Jdbc.execute(client, "SELECT DISTINCT id FROM bank.things"))
                    .hasMessageContaining("scatter.held_max_size (64KB)");
            Conditions.await(() -> proxy.server().scatters().memory().held() == 0);
        }
    }
}
