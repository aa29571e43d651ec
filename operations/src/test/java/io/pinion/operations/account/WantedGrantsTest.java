package io.pinion.operations.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.topology.GrantSet;
import io.pinion.config.topology.Reading;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import io.pinion.operations.account.GrantScope.Databases;
import io.pinion.operations.server.MariaDb;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Of databases that a pattern of shards matches; what servers make of such grants, EffectiveRightsIT asks them. */
class WantedGrantsTest {
    private static final Topology TOPOLOGY = topology("""
            {"cluster": "main", "home": "p",
             "servers": {"A": "10.0.0.1", "B": "10.0.0.2"},
             "pairs": {"p": {"primary": "A"}, "q": {"primary": "B"}},
             "keyspaces": {
               "pins": {"kind": "id", "database": "db%05d", "ranges": [{"range": [0, 1], "pair": "p"}], "tables": {}},
               "own": {"kind": "id", "database": "pini%02d", "ranges": [{"range": [0, 1], "pair": "p"}], "tables": {}},
               "dbsales": {"kind": "single", "pair": "p"},
               "shop": {"kind": "single", "pair": "p"}},
             "users": {}, "accounts": {"data": {"user": "d", "secret": "env:D"}}}""");

    private static Topology topology(String json) {
        return switch (new TopologyReader().read(json)) {
            case Reading.Accepted accepted -> accepted.topology();
            case Reading.Refused refused -> throw new AssertionError(refused.text());
        };
    }

    /** The databases that an account with these keyspaces is hidden from. */
    private static List<String> hidden(String pair, Set<String> keyspaces, List<String> there, List<String> before) {
        Grants wanted = new WantedGrants(TOPOLOGY, TOPOLOGY.pair(pair).orElseThrow(), new MariaDb(), there, before)
                .of(new GrantSet(keyspaces, false));
        return wanted.privileges().entrySet().stream()
                .filter(entry -> entry.getValue().equals(Set.of("LOCK TABLES")))
                .flatMap(entry -> ((Databases) entry.getKey()).database().stream())
                .toList();
    }

    @Test
    void aKeyspaceOfTheTopologyIsHiddenWhereverItsDatabaseMayCome() {
        assertThat(hidden("p", Set.of("pins"), List.of(), List.of())).containsExactly("dbsales");
        assertThat(hidden("q", Set.of("pins"), List.of(), List.of())).containsExactly("dbsales");
        assertThat(hidden("p", Set.of("pins", "dbsales"), List.of("dbsales"), List.of()))
                .isEmpty();
        assertThat(hidden("p", Set.of("shop"), List.of("dbsales"), List.of())).isEmpty();
    }

    @Test
    void whatIsThereIsHiddenUnlessItIsAShard() {
        assertThat(hidden("p", Set.of("pins"), List.of("db00000", "db70000", "dbother", "other"), List.of()))
                .containsExactly("db70000", "dbother", "dbsales");
    }

    @Test
    void whatWasHiddenStaysHidden() {
        assertThat(hidden("p", Set.of("pins"), List.of(), List.of("dbother", "other")))
                .containsExactly("dbother", "dbsales");
    }

    @Test
    void pinionsOwnDatabasesAreHiddenBeforeTheyAreMade() {
        assertThat(hidden("p", Set.of("own"), List.of(), List.of())).containsExactly("pinion");
    }
}
