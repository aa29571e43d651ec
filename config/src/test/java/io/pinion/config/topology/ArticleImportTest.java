package io.pinion.config.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import org.junit.jupiter.api.Test;

class ArticleImportTest {
    private static Reading imported(String printed) {
        return new ArticleImport().read(printed, "main", "pinterest", "db%05d");
    }

    private static Topology topology(String printed) {
        Reading imported = imported(printed);
        assertThat(imported).isInstanceOf(Reading.Accepted.class);
        return ((Reading.Accepted) imported).topology();
    }

    @Test
    void theArticlesTableImportsAsPrinted() {
        Topology topology = topology("""
                [{“range”:     (0,511), “master”: “MySQL001A”, “slave”: “MySQL001B”},
                 {“range”: (512, 1023), “master”: “MySQL002A”, “slave”: “MySQL002B”},
                    …
                 {"range": (3584, 4095), "master": "MySQL008A", "slave": "MySQL008B"}]
                """);
        assertThat(((Keyspace.Id) topology.keyspace("pinterest").orElseThrow())
                        .ranges()
                        .ranges())
                .containsExactly(
                        ShardRange.of(0, 511, "MySQL001"),
                        ShardRange.of(512, 1023, "MySQL002"),
                        ShardRange.of(3584, 4095, "MySQL008"));
        assertThat(topology.pair("MySQL002").orElseThrow().primary())
                .isEqualTo(new Server("MySQL002A", "MySQL002A", 3306));
    }

    @Test
    void anEllipsisMayEndTheTable() {
        assertThat(topology("[{\"range\": [0, 5], \"master\": \"a\", \"slave\": \"b\"}, …]")
                        .servers())
                .containsOnlyKeys("a", "b");
        assertThat(topology("[{\"range\": (0, 5), \"master\": \"a\", \"slave\": \"b\"}, ...]")
                        .servers())
                .containsOnlyKeys("a", "b");
    }

    @Test
    void rangesThatOverlapAreToldByTheirPlaceInThePrint() {
        Reading refused = imported("""
                [{"range": (0, 511), "master": "a", "slave": "b"},

                 {"range": (500, 1023), "master": "c", "slave": "d"}]
                """);
        assertThat(refused).isInstanceOfSatisfying(Reading.Refused.class, problems -> assertThat(problems.problems())
                .extracting(Object::toString)
                .contains("line 3, [1]: shards 500 to 511 are in [0] (line 1) too; a shard lives on one pair:"
                        + " shorten one of the ranges"));
    }

    @Test
    void mistakesAreToldWithTheirLine() {
        Reading refused = imported("""
                [{"range": (0, 5), "master": "a", "slave": "b"},
                 {"range": (3, 9), "master": "c", "slave": "d", "weight": 3}]
                """);
        assertThat(refused).isInstanceOfSatisfying(Reading.Refused.class, problems -> assertThat(problems.problems())
                .extracting(Object::toString)
                .containsExactly(
                        "line 2, [1].weight: there is no field called weight; known are master, primary, range, slave,"
                                + " standby"));
    }
}
