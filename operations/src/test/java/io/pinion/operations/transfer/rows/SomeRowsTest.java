package io.pinion.operations.transfer.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import io.pinion.operations.copy.ColumnShape;
import io.pinion.operations.copy.KeyBounds;
import io.pinion.operations.copy.TableShape;
import io.pinion.operations.server.MySql;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.transfer.binlog.FollowedTable;
import io.pinion.operations.transfer.form.ImportSide;
import io.pinion.operations.transfer.form.KeyHash;
import io.pinion.operations.transfer.form.NewNumbers;
import io.pinion.operations.transfer.form.ObjectIds;
import io.pinion.operations.transfer.form.RowMapping;
import io.pinion.routing.function.KeyEncoding;
import io.pinion.routing.function.ShardFunctions;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class SomeRowsTest {
    private static final KeyHash HASH =
            new KeyHash("shop", ShardFunctions.byName("md5").orElseThrow(), 4, KeyEncoding.UTF8);
    private static final NewNumbers NEW = new NewNumbers(1_000_000, 1000);
    private static final CarriedTable BOARD_PINS = table(RowMapping.of(
            Map.of(0, new ObjectIds("boards", 2, HASH, NEW), 1, new ObjectIds("pins", 3, HASH, NEW)), List.of(0, 1)));
    private static final CarriedTable AS_BEFORE = table(RowMapping.of(Map.of(), List.of()));

    private static CarriedTable table(RowMapping mapping) {
        TableShape shape = new TableShape(
                new TableName("shop", "board_pins"),
                List.of(new ColumnShape("board_id", "int", "", false), new ColumnShape("pin_id", "int", "", false)),
                List.of("board_id", "pin_id"),
                false,
                0);
        TableForm form = new TableForm(shape, KeyBounds.of(shape, new MySql()));
        return new CarriedTable(
                form,
                form,
                List.of(0, 1),
                new Placing.Everywhere(),
                mapping,
                new FollowedTable("board_pins", 2, List.of(), 2));
    }

    private static RowPlace place(OptionalInt shard) {
        ServerLogin login = new ServerLogin(
                new ServerAccess(new Secrets(Map.<String, String>of()::get), Map::of),
                new Server("s", "127.0.0.1", 1),
                new Account("data", "data", "env:NONE"));
        return new RowPlace(new ImportServer(login, login), "shop", shard);
    }

    private static final RowPlace HOME = place(OptionalInt.empty());
    private static final RowPlace SHARD = place(OptionalInt.of(3));

    @Test
    void aShardIsAskedByTheIdsOfTheFirstColumnThatAreItsOwn() {
        SomeRows part = new SomeRows.Between(List.of("7", "100"), List.of("9", "5"));

        long boards = 3L << 46 | 2L << 36;
        assertThat(part.condition(BOARD_PINS, SHARD))
                .isEqualTo(" WHERE `board_id` >= " + (boards | 7) + " AND `board_id` <= " + (boards | 9));
        assertThat(new SomeRows.Of(List.of(List.of("7", "100"), List.of("7", "101"))).condition(BOARD_PINS, SHARD))
                .isEqualTo(" WHERE `board_id` IN (" + (boards | 7) + ")");
        assertThat(part.condition(BOARD_PINS, HOME)).isEqualTo(part.condition(AS_BEFORE, SHARD));
    }

    @Test
    void rowsThatAreNotWantedAreTold() {
        SomeRows part = new SomeRows.Between(List.of("7", "100"), List.of("9", "5"));

        assertThat(part.has(BOARD_PINS, List.of("7", "100"))).isFalse();
        assertThat(part.has(BOARD_PINS, List.of("7", "1000"))).isTrue();
        assertThat(part.has(BOARD_PINS, List.of("10", "1"))).isFalse();
        assertThat(part.has(BOARD_PINS, List.of("9", "5"))).isTrue();
        SomeRows keys = new SomeRows.Of(List.of(List.of("7", "100")));
        assertThat(keys.has(BOARD_PINS, List.of("7", "101"))).isFalse();
        assertThat(keys.has(AS_BEFORE, List.of("7", "101"))).isTrue();
    }

    @Test
    void aKeyMayHaveNoFormOnTheOtherSide() {
        assertThat(BOARD_PINS.keyIfAny(List.of("17", "5"), ImportSide.SHARDS, ImportSide.HOME))
                .isEmpty();
        assertThat(BOARD_PINS.keyIfAny(List.of("-1", "5"), ImportSide.HOME, ImportSide.SHARDS))
                .isEmpty();
        assertThat(BOARD_PINS.keyIfAny(List.of("17", "5"), ImportSide.HOME, ImportSide.HOME))
                .contains(List.of("17", "5"));
    }
}
