package io.pinion.operations.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ShardSetTest {
    @Property(tries = 200)
    void isReadAsItWasWritten(@ForAll Set<@IntRange(max = 65_535) Integer> shards) {
        ShardSet set = ShardSet.of(shards);

        assertThat(ShardSet.parse(set.toString())).isEqualTo(set);
        assertThat(set.list())
                .containsExactlyElementsOf(shards.stream().sorted().toList());
    }

    @Test
    void neighboursAreOneRange() {
        assertThat(ShardSet.of(List.of(3, 1, 2, 7, 9, 10))).hasToString("1-3,7,9-10");
        assertThat(ShardSet.NONE).hasToString("");
    }

    @Test
    void shardsComeAndGo() {
        ShardSet set = ShardSet.parse("0-4").without(List.of(2)).with(List.of(9));

        assertThat(set).hasToString("0-1,3-4,9");
        assertThat(set.has(2)).isFalse();
        assertThat(set.size()).isEqualTo(5);
    }

    @Test
    void anythingElseIsRefused() {
        for (String text : List.of("x", "1-", "-1", "3-1", "1,,2")) {
            assertThatThrownBy(() -> ShardSet.parse(text)).as(text).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
