package io.pinion.routing.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.PlanText;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.lexer.SqlDialect;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One text mustn't hold up the planning of all others. */
class BulkTest {
    private static final Catalog CATALOG = DemoCatalog.demo();
    private static final String SELECT = "SELECT data FROM pins WHERE id = 241294492511762325";

    @Test
    void fiftyThousandSelectsAreRefused() {
        assertThat(plan(String.join(" UNION ", Collections.nCopies(50_000, SELECT))))
                .contains("refused 1235", "50000 SELECTs");
    }

    @Test
    void aThousandAreNot() {
        assertThat(plan(String.join(" UNION ", Collections.nCopies(Bulk.MOST_QUERIES, SELECT))))
                .startsWith("single shard");
    }

    @Test
    void moreTablesThanAServerJoinsAreRefusedAsThere() {
        assertThat(plan(joins(Bulk.MOST_TABLES_OF_A_JOIN))).startsWith("single shard");
        assertThat(plan(joins(Bulk.MOST_TABLES_OF_A_JOIN + 1))).startsWith("refused 1116");
        assertThat(plan(joins(20_000))).startsWith("refused 1116");
        assertThat(plan("EXPLAIN " + joins(20_000))).startsWith("refused 1116");
    }

    @Test
    void manyCommonTableExpressionsAreLookedUpByTheirNames() {
        String list = IntStream.range(0, 20_000)
                .mapToObj(number -> "c" + number + " AS (SELECT 1)")
                .collect(Collectors.joining(", "));
        assertThat(plan("WITH " + list + " SELECT * FROM c0, pins")).startsWith("refused 1235");
    }

    private static String joins(int tables) {
        return IntStream.range(1, tables)
                .mapToObj(number -> " JOIN pins p" + number + " ON p" + number + ".id = p" + (number - 1) + ".id")
                .collect(Collectors.joining("", "SELECT 1 FROM pins p0", " WHERE p0.id = 241294492511762325"));
    }

    private static String plan(String sql) {
        RoutePlanner planner = new RoutePlanner(
                new PlanCache(10), new FingerprintKey(1, 2), SqlDialect.MARIADB, 110405, new SplittableRandom(1));
        return PlanText.of(planner.plan(CATALOG, TestSessions.in("pinterest"), sql.getBytes(StandardCharsets.UTF_8)));
    }
}
