package io.pinion.server.execution.single;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.plan.SessionEffects.RetainedState;
import io.pinion.routing.plan.SessionObjects;
import io.pinion.routing.plan.SessionObjects.Thing;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TemporaryTablesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TEMPORARY TABLE Bill (a INT)",
                "create or replace temporary table `Bill` as select 1;",
                "CREATE TEMPORARY TABLE IF NOT EXISTS shop.Bill\nLIKE other.bill",
                "CREATE TEMPORARY TABLE `shop`.`Bill`(a INT)"
            })
    void oneIsMadeByItsFullName(String text) {
        assertThat(TemporaryTables.in(text, "shop")).contains(new SessionObjects(things("shop.Bill"), List.of()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DROP TABLE Bill, old.bill",
                "DROP TEMPORARY TABLE IF EXISTS `Bill`,`old`.bill ;",
                "DROP TABLES shop.Bill , old.bill"
            })
    void someAreDroppedByTheirFullNames(String text) {
        assertThat(TemporaryTables.in(text, "shop"))
                .contains(new SessionObjects(List.of(), things("shop.Bill", "old.bill")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TABLE bill (a INT)",
                "CREATE TEMPORARY TABLE bill/**/.old (a INT)",
                "CREATE TEMPORARY TABLE bill . old (a INT)",
                "CREATE TEMPORARY TABLE bill\u00e9 (a INT)",
                "CREATE TEMPORARY TABLE \"bill\" (a INT)",
                "CREATE TEMPORARY TABLE a (a INT); CREATE TEMPORARY TABLE b (a INT)",
                "DROP TABLE a; CREATE TEMPORARY TABLE b (a INT)",
                "DROP TABLE a . b",
                "DROP TABLE a /* b */",
                "DROP TABLE `a b`",
                "ALTER TABLE bill ADD b INT"
            })
    void nothingIsCertainOfOtherTexts(String text) {
        assertThat(TemporaryTables.in(text, "shop")).isEmpty();
    }

    @Test
    void aNameAloneSaysNothingInAnUnknownDatabase() {
        assertThat(TemporaryTables.in("DROP TABLE bill", null)).contains(SessionObjects.NONE);
        assertThat(TemporaryTables.in("DROP TABLE shop.bill", null))
                .contains(new SessionObjects(List.of(), things("shop.bill")));
    }

    private static List<Thing> things(String... names) {
        return Stream.of(names)
                .map(name -> new Thing(RetainedState.TEMPORARY_TABLE, name))
                .toList();
    }
}
