package io.pinion.routing.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DatabasePatternTest {
    private static final int[] EVERY_SHARD =
            IntStream.rangeClosed(0, ShardId.MAX).toArray();

    @Test
    void aNameLeadsBackToItsShard() {
        for (String text : List.of("db%05d", "shard_%d", "s%03dx")) {
            DatabasePattern pattern = DatabasePattern.parse(text);
            for (int shard : EVERY_SHARD) {
                assertThat(pattern.shardIn(pattern.databaseOf(new ShardId(shard))))
                        .isEqualTo(shard);
            }
        }
    }

    @Test
    void aNameIsSpelledOnce() {
        DatabasePattern pattern = DatabasePattern.parse("db%05d");
        String first = pattern.databaseOf(new ShardId(7));
        assertThat(first).isEqualTo("db00007");
        assertThat(pattern.databaseOf(new ShardId(ShardId.MAX))).isEqualTo("db65535");
        assertThat(pattern.databaseOf(new ShardId(7))).isSameAs(first);
    }

    @Test
    void threadsSpellTheSameNames() {
        DatabasePattern pattern = DatabasePattern.parse("db%d");
        assertThat(IntStream.of(EVERY_SHARD).parallel().mapToObj(shard -> pattern.databaseOf(new ShardId(shard))))
                .containsExactlyElementsOf(IntStream.of(EVERY_SHARD)
                        .mapToObj(shard -> "db" + shard)
                        .toList());
    }

    @Test
    void patternsOfTheSameTextAreEqual() {
        assertThat(DatabasePattern.parse("db%05d"))
                .isEqualTo(DatabasePattern.parse("db%05d"))
                .hasSameHashCodeAs(DatabasePattern.parse("db%05d"))
                .isNotEqualTo(DatabasePattern.parse("db%04d"))
                .isNotEqualTo(DatabasePattern.parse("dc%05d"))
                .isNotEqualTo(DatabasePattern.parse("db%05dx"));
    }
}
