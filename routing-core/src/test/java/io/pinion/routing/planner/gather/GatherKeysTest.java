package io.pinion.routing.planner.gather;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.plan.GatheredColumn;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GatherKeysTest {
    private static final Column K = column("k", "int", false, "PRI");
    private static final Column X = column("x", "int", false, "PRI");
    private static final Column NAME = column("name", "varchar(20)", false, "UNI");
    private static final Column MAYBE = column("maybe", "int", true, "UNI");

    private static Column column(String name, String type, boolean nullable, String key) {
        return new Column(name, type, nullable, key, Optional.empty(), "", Optional.of("utf8mb4_0900_ai_ci"));
    }

    private static String keys(Table table, Column... gathered) {
        return GatherKeys.of(
                        table,
                        Stream.of(gathered)
                                .map(column -> GatheredColumn.of(column).orElseThrow())
                                .toList())
                .definition();
    }

    @Test
    void aKeyIsTheCopysWhenAllOfItsColumnsAreCopied() {
        Table mapping = new Table.MappingTable("m", "k", Set.of("k"), List.of(K, X, NAME));
        assertThat(keys(mapping, K, X)).isEqualTo(", PRIMARY KEY (`k`, `x`)");
        assertThat(keys(mapping, K, NAME)).isEmpty();
    }

    @Test
    void aKeyWithoutTheColumnThatPlacesRowsIsOneOfEachShardOnly() {
        Table hashed = new Table.HashedTable("t", "n", List.of(X, NAME, column("n", "int", false, "MUL")));
        assertThat(keys(hashed, X, NAME)).isEmpty();
    }

    @Test
    void textThatIsEqualMayBeOnTwoShards() {
        Column text = column("code", "varchar(20)", false, "PRI");
        assertThat(keys(new Table.HashedTable("t", "code", List.of(text)), text))
                .isEmpty();
        assertThat(keys(new Table.ReferenceTable("r", List.of(text)), text)).isEqualTo(", PRIMARY KEY (`code`)");
    }

    @Test
    void uniqueColumnsWithoutNullAreKeysOfAReferenceTable() {
        Table reference = new Table.ReferenceTable("r", List.of(K, NAME, MAYBE));
        assertThat(keys(reference, K, NAME, MAYBE)).isEqualTo(", PRIMARY KEY (`k`), UNIQUE KEY (`name`)");
        assertThat(keys(reference, NAME, MAYBE)).isEqualTo(", UNIQUE KEY (`name`)");
    }

    /** Of longer columns a key can only have the beginnings. */
    @Test
    void whatIsTooLongForAKeyIsNone() {
        for (String type : List.of("varchar(1000)", "text", "blob", "json")) {
            Column longest = column("a", type, false, "PRI");
            assertThat(keys(new Table.ReferenceTable("r", List.of(longest)), longest))
                    .as(type)
                    .isEmpty();
        }
    }

    @Test
    void noKeyIsKnownOfColumnsThatOnlyTheTopologyStates() {
        Column stated = column("a", "int", false, "");
        assertThat(keys(new Table.ReferenceTable("r", List.of(stated)), stated)).isEmpty();
    }
}
