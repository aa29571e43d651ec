package io.pinion.routing.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.function.KeyEncoding;
import io.pinion.routing.function.ShardFunctions;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.lexer.SqlDialect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Joins of tables with columns of many types. */
class HashJoinsTest {
    private static final List<Column> COLUMNS = List.of(
            column("k", "bigint(20)", ""),
            column("i", "int(11)", ""),
            column("narrow", "int(5)", ""),
            column("u", "int(10) unsigned", ""),
            column("v", "varchar(20)", "utf8mb4_general_ci"),
            column("w", "varchar(20)", "utf8mb4_unicode_ci"),
            column("longer", "varchar(30)", "utf8mb4_general_ci"),
            column("c", "char(20)", "utf8mb4_general_ci"),
            column("padded", "varchar(20)", "utf8mb4_bin"),
            column("compressed", "varchar(20) /*M!100301 COMPRESSED*/", "utf8mb4_general_ci"),
            column("t", "text", "utf8mb4_general_ci"),
            column("z", "text /*M!100301 COMPRESSED*/", "utf8mb4_general_ci"),
            column("e", "enum('a','b')", "utf8mb4_general_ci"),
            column("d", "double", ""),
            column("n", "decimal(9,2)", ""),
            column("y", "year(4)", ""),
            column("b", "bit(3)", ""),
            column("at", "time", ""));

    private static final Catalog CATALOG = new Catalog(
            1,
            List.of(new Keyspace.Mod(
                    "h",
                    DatabasePattern.parse("h%05d"),
                    new RangeTable(List.of(ShardRange.of(0, 3, "A"), ShardRange.of(4, 7, "B"))),
                    Map.of(
                            "l", new Table.HashedTable("l", "k", COLUMNS),
                            "r", new Table.HashedTable("r", "k", COLUMNS)),
                    8,
                    ShardFunctions.byName("md5").orElseThrow(),
                    KeyEncoding.UTF8)),
            Optional.empty());

    private final RoutePlanner planner = new RoutePlanner(
            new PlanCache(100), new FingerprintKey(1, 2), SqlDialect.MARIADB, 110405, new SplittableRandom(1));

    private static Column column(String name, String type, String collation) {
        return new Column(
                name,
                type,
                true,
                "",
                Optional.empty(),
                "",
                Optional.of(collation).filter(text -> !text.isEmpty()));
    }

    private boolean hashes(String sql) {
        RoutePlan plan = planner.plan(CATALOG, TestSessions.in("h"), sql.getBytes(StandardCharsets.UTF_8));
        assertThat(plan).as(sql).isInstanceOf(RoutePlan.Gather.class);
        return ((RoutePlan.Gather) plan).hashes();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "l.i = r.i",
                "l.i = r.narrow AND r.u = l.u",
                "l.v = r.v",
                "l.v = r.v AND l.d = 1 AND r.t <> 'a' AND l.i IN (1, 2, -3) AND r.n > l.n",
                "NOT (l.v <> r.v)",
                "(l.i, l.v) = (r.i, r.v)",
            })
    void columnsOfOneSimpleTypeAreJoinedByHashes(String condition) {
        assertThat(hashes("SELECT STDDEV(l.i) FROM l JOIN r ON " + condition)).isTrue();
        assertThat(hashes("SELECT STDDEV(l.i) FROM l WHERE EXISTS (SELECT 1 FROM r WHERE " + condition + ")"))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "l.v = r.i",
                "l.i = r.u",
                "l.i = r.k",
                "l.v = r.w",
                "l.v = r.longer",
                "l.v = r.c",
                "l.c = r.c",
                "l.padded = r.padded",
                "l.compressed = r.compressed",
                "l.t = r.t",
                "l.z = r.z",
                "l.e = r.e",
                "l.n = r.n",
                "l.at = r.d",
                "l.y = r.y",
                "l.b = r.b",
                "l.i <=> r.i",
                "l.i = r.i AND l.at = r.d",
                "l.i = r.i + 1",
                "l.i = (r.i = r.i)",
                "NOT (l.v <> r.i)",
                "l.v IN (r.i)",
                "l.v IN (1, r.i)",
                "1 IN (l.i, r.v)",
                "(l.i, l.v) = (r.i, r.t)",
                "(l.i, l.v) <> (r.i, r.t)",
                "(l.i, l.v) IN (SELECT i, t FROM r)",
                "l.v IN (SELECT i FROM r)",
                "l.v = ANY (SELECT i FROM r)",
                "l.i = (SELECT MAX(v) FROM r)",
            })
    void anyOtherEqualityIsComparedRowByRow(String condition) {
        assertThat(hashes("SELECT STDDEV(l.i) FROM l JOIN r ON r.d > l.d AND " + condition))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"i", "v", "i, v"})
    void columnsOfUsingAreJoinedByHashesToo(String columns) {
        assertThat(hashes("SELECT STDDEV(l.i) FROM l JOIN r USING (" + columns + ")"))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT STDDEV(l.i) FROM l JOIN r USING (v, t)",
                "SELECT STDDEV(l.i) FROM l NATURAL JOIN r",
                "SELECT STDDEV(r.i) FROM (SELECT i AS v FROM l) d JOIN r USING (v)",
                "SELECT STDDEV(d.x) FROM (SELECT CONCAT(i) AS x FROM l) d JOIN r ON r.i = d.x",
                "SELECT STDDEV(l.i), l.v AS x FROM l, r GROUP BY l.v, r.i HAVING x = r.i",
                "SELECT STDDEV(i) FROM l WHERE EXISTS (SELECT 1 FROM r WHERE r.i = l.v)",
            })
    void namesOfOtherThingsThanColumnsAreComparedRowByRow(String sql) {
        assertThat(hashes(sql)).isFalse();
    }
}
