package io.pinion.config.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.DatabaseMeaning;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TopologyReaderTest {
    static String resource(String name) throws IOException {
        try (var in = Objects.requireNonNull(TopologyReaderTest.class.getResourceAsStream("/topologies/" + name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static Topology accepted(String json) {
        Reading reading = new TopologyReader().read(json);
        assertThat(reading).as(() -> reading.problems().toString()).isInstanceOf(Reading.Accepted.class);
        return ((Reading.Accepted) reading).topology();
    }

    private final Topology topology;

    TopologyReaderTest() throws IOException {
        topology = accepted(resource("pinterest.json"));
    }

    @Test
    void serversAreTextOrObjects() {
        assertThat(topology.server("MySQL001A")).contains(new Server("MySQL001A", "10.0.1.1", 3306));
        assertThat(topology.server("MySQL002A")).contains(new Server("MySQL002A", "db2a.example.com", 3307));
        assertThat(topology.server("MySQL002B")).contains(new Server("MySQL002B", "db2b.example.com", 3306));
    }

    @Test
    void masterAndSlaveArePrimaryAndStandby() {
        Pair pair = topology.pair("MySQL002").orElseThrow();
        assertThat(pair.primary().name()).isEqualTo("MySQL002A");
        assertThat(pair.standby().map(Server::name)).contains("MySQL002B");
    }

    @Test
    void rangesMayNameThePairByItsServers() {
        Keyspace.Mod lookup = (Keyspace.Mod) topology.keyspace("lookup").orElseThrow();
        assertThat(lookup.ranges().ranges())
                .containsExactly(ShardRange.of(0, 2047, "MySQL001"), ShardRange.of(2048, 4095, "MySQL002"));
        assertThat(topology.pairs()).hasSize(2);
    }

    /** Drivers ask a server while they connect, also before there is a keyspace. */
    @Test
    void aPairWithoutKeyspacesAnswersWhatAnyServerCan() {
        Topology bare = topology.with(topology.servers(), topology.pairs(), Optional.empty());
        for (String keyspace : topology.keyspaces().keySet()) {
            bare = bare.withoutKeyspace(keyspace);
        }
        assertThat(bare.toCatalog().anyPair()).isEqualTo("MySQL001");
        assertThat(bare.with(Map.of(), Map.of(), Optional.empty()).toCatalog().anyPair())
                .isNull();
    }

    @Test
    void theCatalogKnowsWhatDatabasesMean() {
        Catalog catalog = topology.toCatalog();
        assertThat(catalog.edition()).isEqualTo(7);
        assertThat(catalog.meaningOf("db03429")).isInstanceOfSatisfying(DatabaseMeaning.Physical.class, physical -> {
            assertThat(physical.pair()).isEqualTo("MySQL002");
            assertThat(physical.shard().number()).isEqualTo(3429);
        });
        assertThat(catalog.meaningOf("legacy")).isInstanceOf(DatabaseMeaning.Logical.class);
        assertThat(catalog.meaningOf("shop")).isEqualTo(new DatabaseMeaning.AtHome("MySQL001"));
    }

    @Test
    void verifiersAreLowerCaseHexWithoutTheStar() {
        User app = topology.user("app").orElseThrow();
        assertThat(app.nativeVerifier()).contains("5bcb3e6ac345b435c7c2e6b7949a04ce6f6563d3");
        assertThat(app.account()).isEqualTo("rights:*:read_only");
        assertThat(app.admin()).isFalse();
        assertThat(app.mayUse("legacy")).isTrue();
        assertThat(topology.user("admin").orElseThrow().mayUse("legacy")).isFalse();
    }

    @Test
    void withoutAMonitorAccountTheDataAccountServes() {
        assertThat(topology.monitorAccount().orElseThrow().user()).isEqualTo("pinion_monitor");
        Topology plain = accepted("""
                {"cluster": "c", "servers": {"a": "a"}, "users": {},
                 "pairs": {"p": {"primary": "a"}},
                 "accounts": {"data": {"user": "pinion", "secret": "env:X"}}}
                """);
        assertThat(plain.monitorAccount().orElseThrow().user()).isEqualTo("pinion");
        assertThat(plain.pair("p").orElseThrow().standby()).isEqualTo(Optional.empty());
        assertThat(plain.generation()).isZero();
    }

    @Test
    void aSaltedVerifierStaysAsItIs() {
        String hash = "$A$005$" + "s".repeat(20) + "h".repeat(43);
        String document = """
                {"cluster": "c", "servers": {"a": "a"}, "pairs": {"p": {"primary": "a"}},
                 "users": {"app": {"password_hash": {"caching_sha2": "%s"}, "keyspaces": ["*"]}},
                 "accounts": {"data": {"user": "pinion", "secret": "env:X"}}}
                """;
        Topology written = accepted(new TopologyWriter().write(accepted(document.formatted(hash))));

        assertThat(written.user("app").orElseThrow().saltedVerifier()).contains(hash);
        assertThat(new TopologyReader().read(document.formatted("secret")))
                .isInstanceOfSatisfying(Reading.Refused.class, refused -> assertThat(
                                refused.problems().toString())
                        .contains("pinion user hash --salted")
                        .doesNotContain("secret"));
    }
}
