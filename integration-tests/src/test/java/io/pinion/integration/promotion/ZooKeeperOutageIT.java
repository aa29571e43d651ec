package io.pinion.integration.promotion;

import static io.pinion.integration.testing.SharedDemo.ask;
import static io.pinion.integration.testing.SharedDemo.connect;
import static io.pinion.integration.testing.SharedDemo.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.pinion.config.settings.Settings;
import io.pinion.config.settings.TopologySettings;
import io.pinion.config.source.TopologyUnavailable;
import io.pinion.integration.testing.SharedDemo;
import io.pinion.integration.testing.Traffic;
import io.pinion.server.bootstrap.RunningProxy;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.LeakWatch;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** ZooKeeper goes away and comes back. Clients never notice; operators see it. */
@ExtendWith({LeakWatch.class, SharedDemo.Provider.class})
class ZooKeeperOutageIT {
    private static final Duration PATIENT = Duration.ofSeconds(15);
    private static final Duration IMPATIENT = Duration.ofSeconds(1);
    private static final String STATUS = "SHOW TOPOLOGY STATUS";
    private static final String ID = "SELECT data FROM pinterest.pins WHERE id = 241294492511762325";
    private static final String PLAN = "EXPLAIN ROUTE SELECT 1 FROM elsewhere.t";
    private static final String LOOKUP = "SELECT data FROM lookup.ip_data WHERE ip = '1.2.3.4'";

    private final SharedDemo demo;
    private final Path directory;

    ZooKeeperOutageIT(SharedDemo demo) {
        this.demo = demo;
        this.directory = demo.directory("outage");
    }

    @BeforeEach
    @AfterEach
    void repair() throws Exception {
        demo.zooKeeper().start();
        demo.restore();
    }

    @Test
    void clientsGoOnAndWhatChangedMeanwhileIsAdopted() throws Exception {
        try (RunningProxy proxy = start(directory, PATIENT);
                Connection admin = connect(proxy, "", "admin");
                Traffic traffic = new Traffic()) {
            traffic.add("by id", () -> connect(proxy, "legacy"), own -> found(own, ID))
                    .add("by key", () -> connect(proxy, "legacy"), own -> found(own, LOOKUP))
                    .add("new connections", () -> connect(proxy, "legacy"), own -> {
                        try (Connection fresh = connect(proxy, "pinterest")) {
                            return found(fresh, ID);
                        }
                    });
            Conditions.await(() -> isRegistered(admin));
            Conditions.await(() -> traffic.allServedBy("found"));

            demo.zooKeeper().stop();
            Conditions.await(() -> status(admin, "state").equals("lost"));
            long[] away = traffic.mark();
            Conditions.await(() -> traffic.hasMoved(away, 200));
            assertThat(ask(admin, "SHOW PROXIES")).hasValue("outage");

            demo.zooKeeper().start();
            long generation = demo.publish(ZooKeeperOutageIT::addKeyspace);
            Conditions.await(() -> status(admin, "generation").equals(Long.toString(generation)));
            Conditions.await(() -> isRegistered(admin));

            assertThat(status(admin, "state")).isEqualTo("connected");
            assertThat(ask(admin, "SHOW KEYSPACES LIKE 'added'")).hasValue("added");
            assertThat(traffic.errors()).isEmpty();
        }
    }

    @Test
    void aProxyThatStartsMeanwhileServesItsSavedCopyAndThenWhatIsNew() throws Exception {
        start(directory, PATIENT).close();
        demo.zooKeeper().stop();
        try (RunningProxy proxy = start(directory, IMPATIENT);
                Connection admin = connect(proxy, "", "admin")) {
            assertThat(status(admin, "state")).isEqualTo("saved copy");
            assertThat(status(admin, "adopted_from")).startsWith("saved copy /");
            assertThat(found(admin, ID)).isEqualTo("found");

            demo.zooKeeper().start();
            long generation = demo.publish(ZooKeeperOutageIT::addKeyspace);
            Conditions.await(() -> status(admin, "generation").equals(Long.toString(generation)));
            Conditions.await(() -> isRegistered(admin));
            assertThat(status(admin, "state")).isEqualTo("connected");
        }
    }

    /** The copy may be of another life of a cluster of this name: what was planned with it must not serve any longer. */
    @Test
    void theDocumentInZooKeeperReplacesAnotherOneThatWasSavedWithItsGeneration() throws Exception {
        Path data = demo.directory("other-life");
        start(data, PATIENT).close();
        Path copy = data.resolve("topology-" + demo.cluster() + ".json");
        ObjectMapper json = new ObjectMapper();
        ObjectNode saved = (ObjectNode) json.readTree(copy.toFile());
        String homePair = saved.path("home").asText();
        saved.put("home", "MySQL002");
        json.writeValue(copy.toFile(), saved);
        demo.zooKeeper().stop();
        try (RunningProxy proxy = start(data, IMPATIENT);
                Connection admin = connect(proxy, "", "admin")) {
            assertThat(status(admin, "adopted_from")).isEqualTo("saved copy " + copy);
            assertThat(ask(admin, PLAN).orElseThrow()).contains("MySQL002");

            demo.zooKeeper().start();
            Conditions.await(() -> status(admin, "adopted_from").startsWith("zookeeper "));
            Conditions.await(() -> ask(admin, PLAN).orElseThrow().contains(homePair));
            assertThat(status(admin, "generation"))
                    .isEqualTo(saved.path("generation").asText());
            assertThat(found(admin, ID)).isEqualTo("found");
        }
    }

    @Test
    void aProxyWithoutASavedCopyDoesNotStartMeanwhileAndSaysWhy() {
        demo.zooKeeper().stop();

        assertThatThrownBy(() -> start(demo.directory("empty"), IMPATIENT))
                .isInstanceOf(TopologyUnavailable.class)
                .hasMessageContaining("did not answer within 1000 ms")
                .hasMessageContaining("there is no saved copy either");
    }

    /** Impatient while it runs, so that tests need not wait for ZooKeeper's usual timeouts. */
    private RunningProxy start(Path data, Duration startPatience) throws TopologyUnavailable, IOException {
        return demo.startProxy(settings -> impatient(settings, startPatience).withDataDirectory(data));
    }

    private static Settings impatient(Settings settings, Duration startPatience) {
        TopologySettings usual = settings.topology();
        return settings.withTopology(new TopologySettings(
                usual.file(),
                usual.zookeeper(),
                usual.cluster(),
                Duration.ofSeconds(4),
                Duration.ofSeconds(1),
                startPatience,
                Optional.of("outage")));
    }

    private static void addKeyspace(ObjectNode document) {
        ((ObjectNode) document.path("keyspaces"))
                .putObject("added")
                .put("kind", "single")
                .put("pair", "MySQL001");
    }

    /** The registry itself says so, not this proxy of itself. */
    private boolean isRegistered(Connection admin) {
        try {
            return demo.zooKeeperClient().checkExists().forPath("/pinion/" + demo.cluster() + "/proxies/outage") != null
                    && ask(admin, "SHOW PROXIES").equals(Optional.of("outage"));
        } catch (Exception e) {
            return false;
        }
    }

    private static String found(Connection connection, String sql) throws SQLException {
        return ask(connection, sql).isPresent() ? "found" : "nothing";
    }

    private static String status(Connection admin, String name) {
        try {
            return value(admin, STATUS, name).orElse("");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
