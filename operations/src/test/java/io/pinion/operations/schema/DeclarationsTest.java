package io.pinion.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.topology.Reading;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import io.pinion.routing.catalog.Declaration;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.definition.SchemaChange.DeclarationChange;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class DeclarationsTest {
    private static final String DOCUMENT = """
            {"cluster": "main", "servers": {"A": "a:3306"}, "pairs": {"p": {"primary": "A"}},
             "keyspaces": {"pinterest": {"kind": "id", "database": "db%05d", "ranges": [{"range": [0, 9], "pair": "p"}],
               "tables": {"pins": {"kind": "object", "type": 1, "colocate": "data.board_id",
                                   "columns": {"local_id": "bigint unsigned", "data": "longtext"}},
                          "boards": {"kind": "object", "type": 3}}}},
             "users": {}, "accounts": {"data": {"user": "pinion", "secret": "env:PINION"}}}""";

    private final Topology topology =
            switch (new TopologyReader().read(DOCUMENT)) {
                case Reading.Accepted accepted -> accepted.topology();
                case Reading.Refused refused -> throw new IllegalArgumentException(refused.text());
            };

    @Test
    void anObjectGetsTheLowestFreeType() {
        Topology once = changed(topology, declare("users", "object"));
        Topology twice = changed(once, declare("notes", "object colocate=pin_id"));

        assertThat(table(once, "users"))
                .isEqualTo(Declaration.parse("object type=2").table("users", 0));
        assertThat(table(twice, "notes"))
                .isEqualTo(Declaration.parse("object type=4 colocate=pin_id").table("notes", 0));
    }

    @Test
    void aTakenTypeIsRefused() {
        assertThatThrownBy(() -> changed(topology, declare("users", "object type=3")))
                .hasMessage("type 3 belongs to boards already");
    }

    @Test
    void doingItTwiceIsDoingItOnce() {
        List<DeclarationChange> all = List.of(
                declare("likes", "mapping from=user_id ids=pin_id"),
                new DeclarationChange.Move("pins", "pictures"),
                new DeclarationChange.Forget("boards"));
        Topology once = Declarations.changed(topology, "pinterest", all);

        assertThat(Declarations.changed(once, "pinterest", all)).isEqualTo(once);
        assertThat(changed(changed(topology, declare("users", "object")), declare("users", "object")))
                .isEqualTo(changed(topology, declare("users", "object")));
    }

    @Test
    void aRenamedTableKeepsWhatItWas() {
        Topology renamed = changed(topology, new DeclarationChange.Move("pins", "pictures"));

        assertThat(table(renamed, "pictures")).isInstanceOfSatisfying(Table.ObjectTable.class, pictures -> {
            assertThat(pictures.type()).isEqualTo(1);
            assertThat(pictures.columns()).hasSize(2);
        });
        assertThat(tables(renamed)).doesNotContainKey("pins");
    }

    @Test
    void anotherDeclarationIsRefused() {
        assertThatThrownBy(() -> changed(topology, declare("pins", "reference")))
                .hasMessage("pins is declared already, as object colocate=data.board_id");
    }

    private static DeclarationChange declare(String table, String words) {
        return new DeclarationChange.Declare(table, Declaration.parse(words));
    }

    private static Topology changed(Topology topology, DeclarationChange change) {
        return Declarations.changed(topology, "pinterest", List.of(change));
    }

    private static Table table(Topology topology, String name) {
        return Objects.requireNonNull(tables(topology).get(name));
    }

    private static Map<String, Table> tables(Topology topology) {
        return topology.keyspace("pinterest")
                .map(keyspace -> ((Keyspace.Sharded) keyspace).tables())
                .orElseThrow();
    }
}
