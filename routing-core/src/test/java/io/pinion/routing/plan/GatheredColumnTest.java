package io.pinion.routing.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.catalog.Column;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GatheredColumnTest {
    /** Servers make a DOUBLE of a SET to compute with it, and a SET of 64 members would lose some. */
    @ParameterizedTest
    @CsvSource({"set,53,true", "set,54,false", "enum,54,true"})
    void membersAreCarriedAsNumbersWhereAllFit(String type, int members, boolean carried) {
        String all = IntStream.range(0, members)
                .mapToObj(member -> "'it''s, " + member + "'")
                .collect(Collectors.joining(","));
        Column column = new Column(
                "c", type + "(" + all + ")", true, "", Optional.empty(), "", Optional.of("utf8mb4_general_ci"));
        assertThat(GatheredColumn.of(column).isPresent()).isEqualTo(carried);
    }

    @ParameterizedTest
    @CsvSource({
        "bigint(20) unsigned,BIGINT UNSIGNED NOT NULL PRIMARY KEY",
        "INT UNSIGNED,BIGINT UNSIGNED NOT NULL PRIMARY KEY",
        "bigint(20),BIGINT NOT NULL PRIMARY KEY"
    })
    void anIdIsUnsignedWhereItsLocalPartIs(String local, String definition) {
        assertThat(GatheredColumn.id(Column.of("local_id", local)).definition()).isEqualTo(definition);
    }
}
