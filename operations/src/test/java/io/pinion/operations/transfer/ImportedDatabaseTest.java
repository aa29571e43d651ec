package io.pinion.operations.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.topology.Reading;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.keyspace.KeyspaceShape;
import io.pinion.operations.keyspace.KeyspaceShape.Kind;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Importing;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.TransactionMode;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which pair's database an import takes, and what the topology says of it then. */
class ImportedDatabaseTest {
    private static final String SINGLE =
            "\"shop\": {\"kind\": \"single\", \"pair\": \"old\", \"transactions\": \"single\"}";

    private static Topology topology(String home, String keyspaces) {
        String json = """
                {"cluster": "c", "generation": 3, %s
                 "servers": {"oldA": "10.0.0.1", "pA": "10.0.1.1", "qA": "10.0.2.1"},
                 "pairs": {"old": {"primary": "oldA"}, "p": {"primary": "pA"}, "q": {"primary": "qA"}},
                 "keyspaces": {%s},
                 "users": {},
                 "accounts": {"data": {"user": "d", "secret": "env:D"}, "operator": {"user": "o", "secret": "env:O"}}}
                """.formatted(home.isEmpty() ? "" : "\"home\": \"" + home + "\",", keyspaces);
        return ((Reading.Accepted) new TopologyReader().read(json)).topology();
    }

    private static KeyspaceShape shape() {
        return new KeyspaceShape(
                "shop",
                Kind.MOD,
                4,
                Optional.of(DatabasePattern.parse("shop%05d")),
                List.of("p"),
                "md5",
                "utf8mb4",
                "");
    }

    private static ImportedDatabase database(Topology topology, String asked) {
        return new ImportedDatabase(topology, shape(), Optional.of(asked).filter(pair -> !pair.isEmpty()));
    }

    private static Topology published(Topology topology, String pair) {
        return new DatabaseImport(shape(), pair, List.of(), "", false).announcedIn(topology);
    }

    private static Keyspace.Mod shop(Topology topology) {
        return (Keyspace.Mod) topology.keyspace("shop").orElseThrow();
    }

    @Test
    void itIsOnThePairThatIsNamedElseOfTheSingleKeyspaceElseAtHome() throws OperationRefused {
        assertThat(database(topology("q", ""), "").pair()).isEqualTo("q");
        assertThat(database(topology("q", ""), "old").pair()).isEqualTo("old");
        assertThat(database(topology("q", SINGLE), "").pair()).isEqualTo("old");
        assertThat(database(topology("", ""), "old").pair()).isEqualTo("old");
    }

    @Test
    void whatCantBeImportedIsRefused() {
        assertThatThrownBy(() -> database(topology("", ""), "").pair())
                .hasMessageContaining("nor a home pair: say FROM PAIR");
        assertThatThrownBy(() -> database(topology("", ""), "odl").pair()).hasMessageContaining("did you mean old?");
        assertThatThrownBy(() -> database(topology("", SINGLE), "q").pair())
                .hasMessageContaining("the single keyspace shop on pair old");
        Topology sharded = published(topology("", ""), "old");
        assertThatThrownBy(() -> database(sharded, "old").pair()).hasMessageContaining("it exists");
    }

    @Test
    void aDatabaseAtHomeWouldBeHiddenUnlessAKeyspaceHidesItAlready() throws OperationRefused {
        assertThat(database(topology("q", ""), "old").hides("old")).contains("q");
        assertThat(database(topology("q", ""), "q").hides("q")).isEmpty();
        assertThat(database(topology("q", SINGLE), "").hides("old")).isEmpty();
        assertThat(database(topology("", ""), "old").hides("old")).isEmpty();
    }

    @Test
    void toClientsTheNameStaysWhatItWas() {
        assertThat(shop(published(topology("old", ""), "old")).importing()).contains(Importing.AT_HOME);
        assertThat(shop(published(topology("q", ""), "old")).seen()).contains(new Keyspace.Single("shop", "old"));
        Topology single = topology("q", SINGLE);
        assertThat(shop(published(single, "old")).seen())
                .contains(new Keyspace.Single("shop", "old", TransactionMode.SINGLE))
                .isEqualTo(single.keyspace("shop"));
        assertThat(shop(published(topology("old", SINGLE), "old")).seen()).isEqualTo(single.keyspace("shop"));
    }

    @Test
    void anotherKeyspaceOfItsNameStays() {
        Topology elsewhere = topology("", SINGLE.replace("old", "q"));
        assertThat(published(elsewhere, "old")).isEqualTo(elsewhere);
    }
}
