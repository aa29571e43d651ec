package io.pinion.server.execution.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.pinion.config.settings.ScatterSettings;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.ColumnType;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.merge.Comparison;
import io.pinion.routing.merge.Key;
import io.pinion.routing.merge.MergePlan;
import io.pinion.routing.merge.RowLimit;
import io.pinion.routing.merge.SortKey;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.Merging;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.plan.Target;
import io.pinion.server.execution.answer.RowsOut;
import io.pinion.server.scatter.Scatters;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What goes out in one step of an event loop when all rows are complete at once. */
class MergedRowsTest {
    private static final int ROWS = 60_000;
    private static final int SHARDS = 2;

    /** Much less than all rows take, on any machine. */
    private static final int FEWEST_SLICES = 4;

    private final Written written = new Written();
    private final Scatters scatters = new Scatters(ScatterSettings.DEFAULT, 10);
    private final MergedRows merged = new MergedRows(scatters, sorted(), onOnePair(sorted()), written);

    @Test
    void manyRowsGoOutInSlicesWithTimeForOthersInBetween() {
        receiveAll();

        int slices = 1;
        while (merged.isBehind()) {
            assertThat(merged.goOn()).isNull();
            slices++;
        }

        assertThat(slices).isGreaterThan(FEWEST_SLICES);
        assertInOrder();
        assertThat(merged.end(List.of())).isNull();
        assertThat(written.ended).isTrue();
        assertThat(scatters.memory().held()).isZero();
    }

    @Test
    void noMoreGoesOutThanIsTaken() {
        receiveAll();

        int taken = 10;
        while (merged.isBehind()) {
            int before = written.rows.size();
            written.takes = taken;
            assertThat(merged.goOn()).isNull();
            assertThat(written.rows.size()).isBetween(before, before + taken);
        }

        assertInOrder();
    }

    @Test
    void whatIsHeldShrinksAsRowsGoOut() {
        receiveAll();
        long atFirst = scatters.memory().held();
        while (written.rows.size() < ROWS / 2) {
            assertThat(merged.goOn()).isNull();
        }
        assertThat(scatters.memory().held()).isLessThan(atFirst).isPositive();

        merged.close();
        assertThat(scatters.memory().held()).isZero();
    }

    private void receiveAll() {
        List<ColumnDefinition> definitions =
                List.of(ColumnDefinition.of("a", ColumnType.LONGLONG, 63, 20, ColumnDefinition.BINARY_FLAG, 0));
        for (int shard = 0; shard < SHARDS; shard++) {
            assertThat(merged.rowsBegin(target(shard), 1, definitions, List.of(new byte[0])))
                    .isNull();
        }
        for (int row = 0; row < ROWS; row++) {
            String value = Integer.toString(ROWS - 1 - row);
            ByteBuf payload = Unpooled.buffer().writeByte(value.length());
            payload.writeCharSequence(value, StandardCharsets.US_ASCII);
            assertThat(merged.row(row % SHARDS, payload)).isNull();
        }
        for (int shard = 0; shard < SHARDS; shard++) {
            assertThat(merged.rowsEnded(shard, 0)).isNull();
        }
        assertThat(merged.allCame()).isNull();
    }

    private void assertInOrder() {
        assertThat(written.rows)
                .isEqualTo(IntStream.range(0, ROWS).mapToObj(Integer::toString).toList());
    }

    private static Merging.Rows sorted() {
        Key key = new Key("a", 0, Comparison.NUMERIC);
        List<SortKey> order = List.of(new SortKey(key, false));
        return new Merging.Rows(new MergePlan(0, Optional.empty(), List.of(key), order, false, RowLimit.NONE), 1);
    }

    /** Servers that answer one shard after the other: Pinion sorts. */
    private static RoutePlan.FanOut onOnePair(Merging.Rows merging) {
        List<Target> targets =
                IntStream.range(0, SHARDS).mapToObj(MergedRowsTest::target).toList();
        return new RoutePlan.FanOut("pins", targets, List.of(), merging, true, false, SessionEffects.PLAIN, List.of());
    }

    private static Target target(int shard) {
        return new Target("pair1", "db0000" + shard);
    }

    private static final class Written implements RowsOut {
        private final List<String> rows = new ArrayList<>();
        private int takes = Integer.MAX_VALUE;
        private boolean ended;

        @Override
        public boolean wantsCells() {
            return true;
        }

        @Override
        public @Nullable ServerError begin(int visible, List<ColumnDefinition> definitions, List<byte[]> asTheyCame) {
            return null;
        }

        @Override
        public @Nullable ServerError row(ByteBuf payload) {
            throw new AssertionError("rows are wanted in cells");
        }

        @Override
        public @Nullable ServerError row(byte[] @Nullable [] cells) {
            takes--;
            byte[] cell = cells[0];
            rows.add(cell == null ? "NULL" : new String(cell, StandardCharsets.US_ASCII));
            return null;
        }

        @Override
        public boolean takesMore() {
            return takes > 0;
        }

        @Override
        public void end(int warnings, List<Condition> own) {
            ended = true;
        }

        @Override
        public void fail(ServerError error) {
            throw new AssertionError(error.message());
        }
    }
}
