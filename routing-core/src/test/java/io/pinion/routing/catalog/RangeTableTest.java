package io.pinion.routing.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RangeTableTest {
    private static final RangeTable TABLE = new RangeTable(
            List.of(ShardRange.of(0, 9, "a"), ShardRange.of(10, 19, "a"), new ShardRange(20, 29, "b", 5)));

    @Test
    void aPartGoesToAnotherPairWithItsShareOfTheWeight() {
        RangeTable moved = TABLE.changed(4, 6, range -> range.withPair("c"));

        assertThat(moved.ranges())
                .containsExactly(
                        ShardRange.of(0, 3, "a"),
                        ShardRange.of(4, 6, "c"),
                        ShardRange.of(7, 9, "a"),
                        ShardRange.of(10, 19, "a"),
                        new ShardRange(20, 29, "b", 5));
        assertThat(moved.pairOf(5)).isEqualTo("c");
    }

    @Test
    void weightsOfPartsAddUp() {
        RangeTable moved = TABLE.changed(20, 22, range -> range.withPair("c"));

        assertThat(moved.ranges()).contains(new ShardRange(20, 22, "c", 1), new ShardRange(23, 29, "b", 4));
    }

    @Test
    void whatGoesBackIsOneRangeAgainAndOthersStayAsTheyWereWritten() {
        RangeTable moved = TABLE.changed(4, 6, range -> range.withPair("c"));

        assertThat(moved.changed(4, 6, range -> range.withPair("a"))).isEqualTo(TABLE);
    }

    @Test
    void aChangeMayGoOverSeveralRanges() {
        assertThat(TABLE.changed(5, 24, range -> range.withHeld(true)).ranges())
                .containsExactly(
                        ShardRange.of(0, 4, "a"),
                        ShardRange.of(5, 19, "a").withHeld(true),
                        new ShardRange(20, 24, "b", 2, true),
                        new ShardRange(25, 29, "b", 3));
    }

    @Test
    void shardsThatAreInNoneStaySo() {
        assertThat(TABLE.changed(25, 40, range -> range.withPair("c")).pairOf(35))
                .isNull();
        assertThat(TABLE.within(25, 40)).containsExactly(new ShardRange(25, 29, "b", 3));
    }

    @Test
    void shardsAreOpenedBesideTheirLike() {
        assertThat(TABLE.with(ShardRange.of(30, 39, "c")).pairOf(39)).isEqualTo("c");
        assertThat(TABLE.with(new ShardRange(30, 39, "b", 5)).ranges()).contains(new ShardRange(20, 39, "b", 10));
        assertThatThrownBy(() -> TABLE.with(ShardRange.of(29, 39, "c"))).hasMessageContaining("share a shard");
    }

    @Test
    void whatIsKeptOnAPairHasNeitherMovedNorIsHeld() {
        RangeTable held = TABLE.changed(4, 6, range -> range.withHeld(true));

        assertThat(held.isKeptOn(Set.of("a"), held.changed(4, 6, range -> range.withPair("c"))))
                .isTrue();
        assertThat(held.isKeptOn(Set.of("b"), held.changed(8, 9, range -> range.withPair("c"))))
                .isTrue();
        assertThat(held.isKeptOn(Set.of("a"), held.changed(8, 9, range -> range.withPair("c"))))
                .isFalse();
        assertThat(held.isKeptOn(Set.of("a"), held.changed(8, 9, range -> range.withHeld(true))))
                .isFalse();
        assertThat(held.isKeptOn(Set.of("b"), new RangeTable(List.of(ShardRange.of(0, 19, "a")))))
                .isFalse();
    }

    @Test
    void pairsGetShardsFromOthers() {
        RangeTable moved = TABLE.changed(4, 6, range -> range.withPair("b"));

        assertThat(moved.pairsThatGotShards(TABLE)).containsExactly("b");
        assertThat(TABLE.pairsThatGotShards(moved)).containsExactly("a");
        assertThat(TABLE.changed(4, 6, range -> range.withHeld(true)).pairsThatGotShards(TABLE))
                .isEmpty();
        // Shards that weren't open had no rows.
        assertThat(TABLE.with(ShardRange.of(30, 39, "b")).pairsThatGotShards(TABLE))
                .isEmpty();
    }
}
