package io.pinion.routing.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.function.KeyEncoding;
import io.pinion.routing.function.ShardFunctions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A keyspace of 4 shards that gets 2 others: what its databases mean, and which transactions may go along. */
class ReshardingTest {
    private final Keyspace.Mod before = new Keyspace.Mod(
                    "users",
                    DatabasePattern.parse("users%05d"),
                    new RangeTable(List.of(ShardRange.of(0, 1, "p"), ShardRange.of(2, 3, "q"))),
                    Map.of("settings", new Table.SingleTable("settings", new ShardId(3), List.of())),
                    4,
                    ShardFunctions.byName("md5").orElseThrow(),
                    KeyEncoding.UTF8)
            .withResharding(Optional.of(new Resharding(
                    DatabasePattern.parse("users_2_%05d"),
                    new RangeTable(List.of(ShardRange.of(0, 1, "p"))),
                    2,
                    ShardFunctions.byName("crc32").orElseThrow(),
                    false)));

    private static Catalog catalog(Keyspace.Mod keyspace) {
        return new Catalog(1, List.of(keyspace), Optional.of("p"), Optional.empty());
    }

    private static Keyspace.Mod held(Keyspace.Mod keyspace) {
        return (Keyspace.Mod) keyspace.withRanges(keyspace.ranges().changed(0, 3, range -> range.withHeld(true)));
    }

    @Test
    void theRowsAreOnTheOtherShardsAfterwards() {
        Keyspace.Mod after = held(before).resharded();
        assertThat(after.shards()).isEqualTo(2);
        assertThat(after.function().name()).isEqualTo("crc32");
        assertThat(after.table("settings")).isEqualTo(new Table.SingleTable("settings", new ShardId(1), List.of()));
        assertThat(after.ranges().held()).isNull();
        assertThat(after.resharding())
                .hasValueSatisfying(former -> assertThat(former.ranges().held()).isNull());
    }

    @Test
    void clientsSeeOneKindOfShardsOnly() {
        Catalog now = catalog(before);
        assertThat(now.meaningOf("users00003")).isInstanceOf(DatabaseMeaning.Physical.class);
        assertThat(now.meaningOf("users_2_00001")).isInstanceOf(DatabaseMeaning.Unknown.class);
        Catalog later = catalog(held(before).resharded());
        assertThat(later.meaningOf("users00003")).isInstanceOf(DatabaseMeaning.Unknown.class);
        assertThat(later.meaningOf("users_2_00001")).isInstanceOf(DatabaseMeaning.Physical.class);
        assertThat(later.shardDatabases()).hasSize(2);
    }

    @Test
    void serversGrantRightsOnBothKinds() {
        assertThat(catalog(before).withShardsLike("usersabcde")).contains(before);
        assertThat(catalog(before).withShardsLike("users_2_abcde")).contains(before);
        assertThat(catalog(before).withShardsLike("users_3_abcde")).isEmpty();
    }

    @Test
    void aTransactionOnAnOldShardDoesntGoAlong() {
        Catalog later = catalog(held(before).resharded());
        assertThat(catalog(before).isKeptOn(Set.of("p"), later)).isFalse();
        assertThat(catalog(before).isKeptOn(Set.of("r"), later)).isTrue();
        // One that has begun while statements were held may have a snapshot of p from before the last rows.
        assertThat(later.pairsThatGotShards(catalog(held(before)))).containsExactly("p");
        assertThat(later.pairsThatGotShards(later)).isEmpty();
        assertThat(later.isKeptOn(Set.of("p"), later)).isTrue();
    }
}
