package io.pinion.server.execution.fanout;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.Ok;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.PlanText;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.Merging;
import io.pinion.routing.plan.Target;
import io.pinion.server.execution.answer.RowsOut;
import io.pinion.server.execution.context.SessionContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code EXPLAIN ANALYZE ROUTE}: reads and merges the rows of several shards as usual, but answers with the plan and
 * the work of each server and of the merge. Never starts again with another plan, because this one is to be measured.
 */
final class MeasuredRows implements FanOutReply {
    private final SessionContext session;
    private final RoutePlan.FanOut plan;
    private final RowsCounted counted = new RowsCounted();
    private final MergedRows merged;
    private final long[] rows;
    private final long[] bytes;
    private final long[] endedNanos;
    private final long startedNanos = System.nanoTime();

    MeasuredRows(SessionContext session, RoutePlan.FanOut plan, Merging.Rows merging) {
        this.session = session;
        this.plan = plan;
        this.merged = new MergedRows(session.cluster().scatters(), merging, plan, counted);
        int sources = plan.targets().size();
        this.rows = new long[sources];
        this.bytes = new long[sources];
        this.endedNanos = new long[sources];
    }

    @Override
    public @Nullable ServerError rowsBegin(
            Target target, int columns, List<ColumnDefinition> definitions, List<byte[]> asTheyCame) {
        return merged.rowsBegin(target, columns, definitions, asTheyCame);
    }

    @Override
    public @Nullable ServerError row(int source, ByteBuf payload) {
        rows[source]++;
        bytes[source] += payload.readableBytes();
        return merged.row(source, payload);
    }

    @Override
    public @Nullable ServerError rowsEnded(int source, int warnings) {
        endedNanos[source] = System.nanoTime();
        return merged.rowsEnded(source, warnings);
    }

    @Override
    public boolean isBehind() {
        return merged.isBehind();
    }

    @Override
    public @Nullable ServerError goOn() {
        return merged.goOn();
    }

    @Override
    public @Nullable ServerError allCame() {
        return merged.allCame();
    }

    @Override
    public @Nullable ServerError end(List<Condition> warnings) {
        ServerError problem = merged.end(warnings);
        if (problem != null) {
            return problem;
        }
        List<String> lines = new ArrayList<>(PlanText.of(plan).lines().toList());
        lines.add("ran in " + millis(System.nanoTime() - startedNanos));
        Map<String, List<Integer>> byPair = new LinkedHashMap<>();
        for (int source = 0; source < rows.length; source++) {
            byPair.computeIfAbsent(plan.targets().get(source).pair(), pair -> new ArrayList<>())
                    .add(source);
        }
        byPair.forEach((pair, sources) -> lines.add("  " + pair + ": " + ofServer(sources)));
        lines.add("  merge: " + sum(rows) + " rows in, " + counted.rows + " rows out, " + counted.bytes + " bytes");
        List<List<@Nullable String>> cells = new ArrayList<>();
        lines.forEach(line -> cells.add(List.of(line)));
        session.sink().rows(new LocalAnswer.Rows(LocalAnswer.Rows.textColumns("route"), cells));
        return null;
    }

    /** The line of one server, whose shards' texts were answered one after the other. */
    private String ofServer(List<Integer> sources) {
        long serverRows = 0;
        long serverBytes = 0;
        int asked = 0;
        int slowest = -1;
        long slowestNanos = -1;
        long before = startedNanos;
        for (int source : sources) {
            if (endedNanos[source] == 0) {
                continue; // The merge was full.
            }
            asked++;
            serverRows += rows[source];
            serverBytes += bytes[source];
            if (endedNanos[source] - before > slowestNanos) {
                slowest = source;
                slowestNanos = endedNanos[source] - before;
            }
            before = endedNanos[source];
        }
        String text = asked + (asked == sources.size() ? "" : " of " + sources.size()) + " shards, " + serverRows
                + " rows, " + serverBytes + " bytes, " + millis(before - startedNanos);
        return slowest < 0
                ? text
                : text + "; slowest " + plan.targets().get(slowest).database() + ": " + rows[slowest] + " rows, "
                        + millis(slowestNanos);
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
    }

    private static long sum(long[] values) {
        long sum = 0;
        for (long value : values) {
            sum += value;
        }
        return sum;
    }

    @Override
    public @Nullable ServerError done(int source, Ok ok) {
        return merged.done(source, ok);
    }

    @Override
    public void close() {
        merged.close();
    }

    @Override
    public boolean isFull() {
        return merged.isFull();
    }

    @Override
    public int awaited() {
        return merged.awaited();
    }

    @Override
    public void fail(ServerError error) {
        merged.fail(error);
        session.sink().error(error);
    }

    /** Counts the rows and drops them. */
    private static final class RowsCounted implements RowsOut {
        private long rows;
        private long bytes;

        @Override
        public boolean wantsCells() {
            return false;
        }

        @Override
        public @Nullable ServerError begin(int visible, List<ColumnDefinition> definitions, List<byte[]> asTheyCame) {
            return null;
        }

        @Override
        public @Nullable ServerError row(ByteBuf payload) {
            rows++;
            bytes += payload.readableBytes();
            return null;
        }

        @Override
        public @Nullable ServerError row(byte[] @Nullable [] cells) {
            rows++;
            for (byte[] cell : cells) {
                bytes += cell == null ? 1 : cell.length + 1;
            }
            return null;
        }

        @Override
        public void end(int warnings, List<Condition> own) {}

        @Override
        public void fail(ServerError error) {}
    }
}
