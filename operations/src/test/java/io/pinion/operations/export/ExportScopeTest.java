package io.pinion.operations.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.function.KeyEncoding;
import io.pinion.routing.function.ShardFunctions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExportScopeTest {
    private static final DatabasePattern DATABASES = DatabasePattern.parse("shop%05d");

    private static String placement(Keyspace keyspace) {
        return new ExportScope(keyspace).placement();
    }

    private static Keyspace hashed(int shards, String function, String pair) {
        return new Keyspace.Mod(
                "shop",
                DATABASES,
                new RangeTable(List.of(ShardRange.of(0, shards - 1, pair))),
                Map.of(),
                shards,
                ShardFunctions.byName(function).orElseThrow(),
                KeyEncoding.UTF8);
    }

    private static Keyspace ofIds(int shards) {
        return new Keyspace.Id(
                "shop", DATABASES, new RangeTable(List.of(ShardRange.of(0, shards - 1, "p1"))), Map.of());
    }

    @Test
    void otherShardsOrAnotherHashPlaceRowsOtherwise() {
        assertThat(placement(hashed(64, "md5", "p1")))
                .isEqualTo("databases shop%05d, rows by md5 of utf8mb4 modulo 64")
                .isEqualTo(placement(hashed(64, "md5", "p2")))
                .isNotEqualTo(placement(hashed(16, "md5", "p1")))
                .isNotEqualTo(placement(hashed(64, "crc32", "p1")));
    }

    @Test
    void moreShardsLeaveTheRowsOfIdsWhereTheyAre() {
        assertThat(placement(ofIds(8))).isEqualTo(placement(ofIds(16))).contains("rows by ids");
    }
}
