package io.pinion.server.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.server.observe.ShadowOutcome;
import io.pinion.server.observe.ShadowSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShadowStatisticsTest {
    private final ShadowStatistics statistics = new ShadowStatistics();

    @Test
    void outcomesAndTimesAreKeptByShape() {
        statistics.timed("shop", "SELECT ?", Duration.ofMillis(2), Duration.ofMillis(4));
        statistics.timed("shop", "SELECT ?", Duration.ofMillis(4), Duration.ofMillis(8));
        statistics.over("shop", "SELECT ?", ShadowOutcome.REFUSED, "1105: no");
        statistics.over("shop", "SELECT ?", ShadowOutcome.SAME, "");
        assertThat(statistics.snapshots())
                .containsExactly(new ShadowSnapshot(
                        "shop",
                        "SELECT ?",
                        Map.of(ShadowOutcome.REFUSED, 1L, ShadowOutcome.SAME, 1L),
                        3_000_000,
                        6_000_000,
                        "1105: no"));
    }

    @Test
    void anotherImportOfAKeyspaceBeginsAnew() {
        statistics.of("shop", 4);
        statistics.over("shop", "SELECT ?", ShadowOutcome.OTHER_ROWS, "0 rows instead of 1");
        statistics.of("beside", 5);
        statistics.over("beside", "SELECT ?", ShadowOutcome.SAME, "");
        statistics.of("shop", 4);
        assertThat(statistics.snapshots()).hasSize(2);
        statistics.of("shop", 6);
        assertThat(statistics.snapshots()).singleElement().satisfies(left -> assertThat(left.keyspace())
                .isEqualTo("beside"));
    }

    @Test
    void manyShapesAreKeptTogether() {
        for (int shape = 0; shape < 1_000; shape++) {
            statistics.over("shop", "SELECT c" + shape, ShadowOutcome.SAME, "");
        }
        statistics.full("shop");
        List<ShadowSnapshot> all = statistics.snapshots();
        assertThat(all).hasSize(501);
        assertThat(all.getLast().statement()).isEqualTo("…");
        assertThat(all.getLast().asked()).isEqualTo(501);
        assertThat(all.getLast().count(ShadowOutcome.NOT_COMPARED)).isEqualTo(1);
    }
}
