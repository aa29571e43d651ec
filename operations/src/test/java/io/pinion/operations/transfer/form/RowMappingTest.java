package io.pinion.operations.transfer.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.function.ShardFunction;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowMappingTest {
    private static final KeyHash HASH = KeyHash.of(new Keyspace.Id(
            "shop",
            DatabasePattern.parse("shop%05d"),
            new RangeTable(List.of(ShardRange.of(0, 15, "p1"), ShardRange.of(16, 63, "p2"))),
            Map.of()));
    private static final NewNumbers NEW = new NewNumbers(1_000_000, 1000);
    private static final ObjectIds BOARDS = new ObjectIds("boards", 2, HASH, NEW);
    private static final ObjectIds PINS = new ObjectIds("pins", 3, HASH, NEW);

    /** {@code (board_id, note, pin_id)} with the key {@code (board_id, pin_id)}. */
    private static final RowMapping BOARD_PINS = RowMapping.of(Map.of(0, BOARDS, 2, PINS), List.of(0, 2));

    private static byte[] @Nullable [] row(@Nullable String... values) {
        byte[][] row = new byte[values.length][];
        for (int i = 0; i < values.length; i++) {
            String value = values[i];
            row[i] = value == null ? null : value.getBytes(StandardCharsets.UTF_8);
        }
        return row;
    }

    @Test
    void anOldIntegerIsTheLocalIdOnTheShardOfItsHash() {
        // md5("7") is 8f14e45fceea167a5a36dedd4bea2543.
        assertThat(PINS.idOf("7")).isEqualTo(Long.toString((long) (0x43 % 64) << 46 | 3L << 36 | 7));
        assertThat(PINS.idOf("68719476735")).endsWith(Long.toString(Long.parseLong(PINS.idOf("68719476735")) % 10));
        assertThat(new GlobalId(Long.parseLong(PINS.idOf("68719476735"))).local())
                .isEqualTo(GlobalId.MAX_LOCAL);
    }

    @Test
    void rowsAndKeysComeBackAsTheyWere() {
        Random random = new Random(24);
        for (int i = 0; i < 10_000; i++) {
            String board = Long.toString(random.nextLong(GlobalId.MAX_LOCAL + 1));
            String pin = random.nextInt(9) == 0 ? null : Long.toString(random.nextLong(1 + random.nextInt(1 << 20)));
            byte[] @Nullable [] row = row(board, "a" + i, pin);

            byte[] @Nullable [] there = BOARD_PINS.row(row, ImportSide.SHARDS);

            assertThat(BOARD_PINS.row(there, ImportSide.HOME)).isDeepEqualTo(row);
            assertThat(there[1]).isEqualTo(row[1]);
            List<String> key = List.of(board, pin == null ? "0" : pin);
            assertThat(BOARD_PINS.key(BOARD_PINS.key(key, ImportSide.SHARDS), ImportSide.HOME))
                    .isEqualTo(key);
        }
    }

    @Test
    void aRowWithoutReferencesIsTheSame() {
        byte[] @Nullable [] row = row("7", null);

        assertThat(RowMapping.of(Map.of(), List.of()).row(row, ImportSide.SHARDS))
                .isSameAs(row);
        assertThat(RowMapping.of(Map.of(), List.of()).key(List.of("7"), ImportSide.HOME))
                .containsExactly("7");
    }

    @Test
    void whatHasNoFormOnTheOtherSideIsRefused() {
        assertThatThrownBy(() -> BOARD_PINS.row(row("-1", "", "1"), ImportSide.SHARDS))
                .hasMessage("-1 is no local id: it has to be between 0 and 68719476735");
        assertThatThrownBy(() -> BOARD_PINS.row(row("68719476736", "", "1"), ImportSide.SHARDS))
                .hasMessageContaining("68719476736 is not between 0 and 68719476735");
        assertThatThrownBy(() -> BOARD_PINS.row(row(PINS.idOf("1"), "", PINS.idOf("1")), ImportSide.HOME))
                .hasMessageEndingWith(" is an id of type 3, and boards has type 2");
    }

    @Test
    void zeroNamesNobodyOnBothSides() {
        assertThat(PINS.idOf("0")).isEqualTo("0");
        assertThat(PINS.oldOf("0")).isEqualTo("0");
        assertThatThrownBy(() -> PINS.oldOf(Long.toString(3L << 36)))
                .hasMessage("206158430208 is an id of shard 0, and the number 0 of pins names nobody");
    }

    @Test
    void anIdHasTheShardOfItsInteger() {
        String seven = PINS.idOf("7");
        int shard = new GlobalId(Long.parseLong(seven)).shard().number();

        assertThat(PINS.oldOf(seven)).isEqualTo("7");
        assertThatThrownBy(() -> PINS.oldOf(PINS.idOn(shard + 1, 7)))
                .hasMessageEndingWith(
                        " is an id of shard " + (shard + 1) + ", and the number 7 of pins belongs to shard " + shard);
    }

    @Test
    void aNewObjectHasTheShardThatGaveItsNumber() {
        assertThat(PINS.idOf("1005001")).isEqualTo(PINS.idOn(5, 1_005_001));
        assertThat(PINS.oldOf(PINS.idOn(5, 1_005_001))).isEqualTo("1005001");
        assertThatThrownBy(() -> PINS.oldOf(PINS.idOn(6, 1_005_001))).hasMessageContaining("belongs to shard 5");
        assertThat(PINS.oldOf(PINS.idOf("1064000"))).isEqualTo("1064000");
    }

    @Test
    void aRowIsPlacedWithItsObject() {
        ShardFunction placing = PINS.placing().function();

        for (String old : List.of("0", "7", "1005001")) {
            assertThat(placing.shardOf(old.getBytes(StandardCharsets.US_ASCII), 64))
                    .as(old)
                    .isEqualTo(
                            new GlobalId(Long.parseLong(PINS.idOf(old))).shard().number());
        }
    }
}
