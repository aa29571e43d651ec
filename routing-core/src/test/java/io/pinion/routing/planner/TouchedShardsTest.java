package io.pinion.routing.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.DatabaseMeaning;
import io.pinion.routing.catalog.HeldShard;
import io.pinion.routing.catalog.Importing;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.lexer.SqlDialect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shard 3429 of pinterest is held, as its neighbours to 3439 are. */
class TouchedShardsTest {
    private static final Catalog CATALOG = holding(3429, 3439);
    private static final HeldShard HELD = new HeldShard("pinterest", new ShardId(3429), "MySQL002");

    private final RoutePlanner planner = new RoutePlanner(
            new PlanCache(100), new FingerprintKey(1, 2), SqlDialect.MARIADB, 110405, new SplittableRandom(1));

    private static Catalog holding(int first, int last) {
        return holding("pinterest", first, last);
    }

    private static Catalog holding(String name, int first, int last) {
        Catalog demo = DemoCatalog.demo();
        List<Keyspace> keyspaces = new ArrayList<>(demo.keyspaces().values());
        keyspaces.replaceAll(keyspace ->
                keyspace instanceof Keyspace.Sharded sharded && sharded.name().equals(name)
                        ? sharded.withRanges(sharded.ranges().changed(first, last, range -> range.withHeld(true)))
                        : keyspace);
        return new Catalog(2, keyspaces, demo.homePair()).with(demo.schema());
    }

    private @Nullable HeldShard held(Catalog catalog, String database, String text) {
        byte[] sql = text.getBytes(StandardCharsets.UTF_8);
        SessionView session = TestSessions.in(database);
        RoutePlan plan = planner.plan(catalog, session, sql);
        assertThat(plan).as(text).isNotInstanceOf(RoutePlan.Refused.class);
        return planner.heldShard(catalog, session, sql, plan);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT data FROM pins WHERE id = 241294492511762325",
                "INSERT INTO pins (id, data) VALUES (241294492511762325, '{}')",
                "/* pinion: shard=3429 */ DELETE FROM pins WHERE data = 'a'",
                "SELECT data FROM db03429.pins WHERE local_id = 7",
                "INSERT INTO db03428.pins (data) SELECT data FROM `db03429`.pins",
                "SELECT data FROM pins WHERE id IN (241294492511762325, 70439181641318407)",
                "SELECT COUNT(*) FROM pins",
                "UPDATE pins SET data = 'a' WHERE data = 'b'",
                "SELECT id, RANK() OVER (ORDER BY ts) FROM pins WHERE data LIKE '%cat%'",
                "UPDATE pins SET data = 'a' WHERE data = 'b' ORDER BY ts LIMIT 3",
                "INSERT INTO pins (id, data) SELECT id + 1, data FROM pins WHERE id = 70439181641318407",
                "LOAD DATA LOCAL INFILE '/tmp/pins.tsv' INTO TABLE pins CHARACTER SET utf8mb4 (id, data)",
                "ALTER TABLE pins ADD COLUMN more INT"
            })
    void makesAStatementWait(String sql) {
        assertThat(held(CATALOG, "pinterest", sql)).isEqualTo(HELD);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT data FROM pins WHERE id = 70439181641318407",
                "SELECT data FROM db01001.pins WHERE local_id = 7",
                "INSERT INTO pins (data) VALUES ('{}')",
                "SELECT data FROM pins WHERE id IN (70439181641318407, 70439181641318408)",
                "SELECT a FROM legacy.t",
                "SELECT ip FROM lookup.ip_data WHERE ip = '1.2.3.4'",
                "SELECT 'db03429.pins'",
                "USE db03429",
                "BEGIN",
                "COMMIT",
                "SHOW TABLES",
                "SET @a = 1"
            })
    void doesNotMakeAStatementWait(String sql) {
        assertThat(held(CATALOG, "pinterest", sql)).isNull();
    }

    @Test
    void isThatOfTheCurrentDatabase() {
        assertThat(held(CATALOG, "db03429", "SELECT data FROM pins WHERE local_id = 7"))
                .isEqualTo(HELD);
        assertThat(held(CATALOG, "pinterest:3430", "SELECT data FROM pins LIMIT 1"))
                .isEqualTo(new HeldShard("pinterest", new ShardId(3430), "MySQL002"));
        assertThat(held(CATALOG, "db03429", "SELECT 1")).isNull();
    }

    @Test
    void holdsRowsThatNeedNumbersWhereTheyGoAndWhereIsCounted() {
        String sql = "INSERT INTO user_by_name (username) VALUES ('ann')";

        assertThat(held(holding("lookup", 1, 4095), "lookup", sql)).isNotNull();
        assertThat(held(holding("lookup", 0, 0), "lookup", sql))
                .isEqualTo(new HeldShard("lookup", new ShardId(0), "MySQL001"));
        assertThat(held(holding("lookup", 1, 1), "lookup", sql)).isNull();
    }

    @Test
    void isNotChosenForANewRow() {
        Catalog mostHeld = holding(5, 4095);
        IntStream.range(0, 200)
                .forEach(i -> assertThat(held(mostHeld, "pinterest", "INSERT INTO pins (data) VALUES ('{}')"))
                        .isNull());
    }

    @Test
    void isChosenWhereAllAre() {
        assertThat(held(holding(0, 4095), "pinterest", "INSERT INTO pins (data) VALUES ('{}')"))
                .isNotNull();
    }

    // --- a keyspace that only gets rows

    @Test
    void theNameOfAnImportingKeyspaceMeansTheDatabaseAtHome() {
        Catalog catalog = DemoCatalog.importing(Importing.AT_HOME, false);

        assertThat(catalog.meaningOf("lookup")).isEqualTo(new DatabaseMeaning.AtHome("MySQL001"));
        assertThat(catalog.keyspaces()).doesNotContainKey("lookup");
        assertThat(catalog.meaningOf("msdb00007")).isInstanceOf(DatabaseMeaning.Unknown.class);
        assertThat(held(catalog, "lookup", "SELECT * FROM t")).isNull();
    }

    @Test
    void elsewhereItMeansASingleKeyspace() {
        Catalog catalog = DemoCatalog.importing(Importing.from("MySQL002"), false);

        assertThat(catalog.keyspace("lookup")).isEqualTo(new Keyspace.Single("lookup", "MySQL002"));
        assertThat(catalog.meaningOf("msdb00007")).isInstanceOf(DatabaseMeaning.Unknown.class);
        assertThat(held(catalog, "lookup", "SELECT * FROM t")).isNull();
        Catalog handedOver = DemoCatalog.importing(Importing.from("MySQL002").withHandedOver(true), false);
        assertThat(handedOver.keyspace("lookup")).isInstanceOf(Keyspace.Mod.class);
    }

    @Test
    void allStatementsForTheHomePairWaitWhileItIsHandedOver() {
        Catalog catalog = DemoCatalog.importing(Importing.AT_HOME, true);

        assertThat(held(catalog, "lookup", "SELECT * FROM t")).isNotNull();
        assertThat(held(catalog, "other", "INSERT INTO t VALUES (1)")).isNotNull();
        assertThat(held(catalog, "pinterest", "SELECT data FROM pins WHERE id = 241294492511762325"))
                .isNull();
        assertThat(held(catalog, "lookup", "SELECT 1")).isNull();
    }

    @Test
    void elsewhereThoseForItsPairWait() {
        Catalog catalog = DemoCatalog.importing(Importing.from("MySQL002"), true);

        assertThat(held(catalog, "lookup", "SELECT * FROM t"))
                .isEqualTo(new HeldShard("lookup", new ShardId(0), "MySQL002"));
        assertThat(held(catalog, "pinterest", "SELECT data FROM pins WHERE id = 241294492511762325"))
                .isNotNull();
        assertThat(held(catalog, "legacy", "INSERT INTO t VALUES (1)")).isNull();
        assertThat(held(catalog, "other", "INSERT INTO t VALUES (1)")).isNull();
    }

    /** What a session has begun on a pair goes on in another generation only where names mean the same. */
    @Test
    void aHandOverKeepsNoWorkOnThePairOfTheDatabase() {
        Set<String> old = Set.of("MySQL002");
        Catalog before = DemoCatalog.importing(Importing.from("MySQL002"), true);
        Catalog behind = DemoCatalog.importing(Importing.from("MySQL002").withHandedOver(true), false);

        assertThat(before.isKeptOn(old, behind)).isFalse();
        assertThat(behind.isKeptOn(old, before)).isFalse();
        // The rows have come there.
        assertThat(behind.pairsThatGotShards(before)).contains("MySQL001");
        assertThat(before.isKeptOn(Set.of("elsewhere"), behind)).isTrue();
        assertThat(before.isKeptOn(old, DemoCatalog.importing(Importing.from("MySQL002"), false)))
                .isTrue();
        assertThat(DemoCatalog.importing(Importing.AT_HOME, true)
                        .isKeptOn(Set.of("MySQL001"), DemoCatalog.importing(Importing.from("MySQL001"), false)))
                .isFalse();
    }
}
