package io.pinion.server.execution.fanout;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.Ok;
import io.pinion.protocol.server.ServerError;
import io.pinion.protocol.server.TextRow;
import io.pinion.routing.merge.Arrival;
import io.pinion.routing.merge.CellType;
import io.pinion.routing.merge.Comparison;
import io.pinion.routing.merge.HeldTooMuchException;
import io.pinion.routing.merge.Key;
import io.pinion.routing.merge.MergePlan;
import io.pinion.routing.merge.RowLimit;
import io.pinion.routing.merge.RowMerger;
import io.pinion.routing.merge.SortKey;
import io.pinion.routing.merge.UnsortedSourceException;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.Merging;
import io.pinion.routing.plan.Target;
import io.pinion.server.execution.answer.RowsOut;
import io.pinion.server.execution.answer.WarnedAnswer;
import io.pinion.server.scatter.HeldMemory;
import io.pinion.server.scatter.Scatters;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The rows of several shards as one result: merged if necessary, else passed on one by one as they arrive. */
public final class MergedRows implements FanOutReply {
    private static final Logger log = LoggerFactory.getLogger(MergedRows.class);

    /** When more than this is held, servers whose rows come too early are paused. */
    private static final long AHEAD_BYTES = 8L * 1024 * 1024;

    private final Scatters scatters;
    private MergePlan plan;
    private final int expectedColumns;
    private int sources;
    private boolean together;
    private boolean heldTooMuch;
    private boolean anyTold;
    private boolean behind;
    private final RowsOut writer;
    private final HeldMemory.Share memory;
    private @Nullable RowMerger merger;
    private @Nullable Target first;
    private List<ColumnDefinition> told = List.of();
    private int columns;
    private final List<WarnedAnswer> warned = new ArrayList<>();
    private TextWarnings.Counts ofText = TextWarnings.Counts.NONE;

    /**
     * @param scatters the limits that all statements over several shards share
     * @param plan the statement on all of its shards
     */
    public MergedRows(Scatters scatters, Merging.Rows merging, RoutePlan.FanOut plan, RowsOut writer) {
        this.plan = merging.plan();
        this.expectedColumns = merging.columns();
        this.sources = plan.targets().size();
        this.together = plan.targets().stream().map(Target::pair).distinct().count() == sources;
        this.writer = writer;
        this.scatters = scatters;
        this.memory = scatters.memory().share();
    }

    @Override
    public @Nullable ServerError rowsBegin(
            Target target, int count, List<ColumnDefinition> definitions, List<byte[]> asTheyCame) {
        if (first != null) {
            return count == columns ? null : differs(target, count);
        }
        first = target;
        columns = count;
        if (expectedColumns >= 0 && count != expectedColumns) {
            return new ServerError(
                    ErrorCode.UNKNOWN_ERROR,
                    target + " answered with " + (count - plan.hiddenColumns()) + " columns where Pinion knows of "
                            + (expectedColumns - plan.hiddenColumns())
                            + ": its table has changed; RELOAD SCHEMA, then try again");
        }
        if (isMerged()) {
            List<CellType> types = definitions.stream()
                    .map(definition -> CellType.ofWire(definition.typeCode(), definition.decimals()))
                    .toList();
            Arrival arrival = plan.order().isEmpty()
                    ? Arrival.UNSORTED
                    : together && plan.grouping().isEmpty() ? Arrival.SORTED_TOGETHER : Arrival.SORTED_IN_TURN;
            merger = RowMerger.start(
                    withDoubles(types),
                    arrival,
                    sources,
                    types,
                    scatters.settings().mergeMaxSize().bytes());
        }
        if (!told.isEmpty()) {
            return CellForms.areSame(told, definitions)
                    ? null
                    : tooMuch(" and their servers would change them on the way");
        }
        told = definitions;
        return writer.begin(count - plan.hiddenColumns(), definitions, asTheyCame);
    }

    /** Only the servers' answers tell whether a SUM or an AVG is a DOUBLE. */
    private MergePlan withDoubles(List<CellType> types) {
        List<SortKey> order = plan.order().stream()
                .map(sorted -> sorted.key().comparison() instanceof Comparison.Numeric
                                && types.get(sorted.key().column()).family() == CellType.Family.DOUBLE
                        ? new SortKey(
                                new Key(sorted.key().name(), sorted.key().column(), Comparison.FLOATING),
                                sorted.descending(),
                                sorted.sortedAt())
                        : sorted)
                .toList();
        return plan.sortedBy(order);
    }

    private ServerError differs(Target target, int count) {
        return new ServerError(
                ErrorCode.UNKNOWN_ERROR,
                target + " answered with " + count + " columns and " + first + " with " + columns
                        + ": their tables differ");
    }

    private boolean isMerged() {
        return !plan.equals(MergePlan.CONCAT);
    }

    @Override
    public @Nullable ServerError row(int source, ByteBuf payload) {
        RowMerger merging = merger;
        if (merging == null && !writer.wantsCells()) {
            return writer.row(payload);
        }
        byte[] @Nullable [] cells = TextRow.decode(payload, columns).cells().toArray(new byte[0][]);
        return merging == null ? writer.row(cells) : merged(merging, () -> merging.add(source, cells));
    }

    @Override
    public @Nullable ServerError rowsEnded(int source, int warnings) {
        RowMerger merging = merger;
        return merging == null ? null : merged(merging, () -> merging.ended(source));
    }

    @Override
    public void warned(WarnedAnswer answer) {
        warned.add(answer);
    }

    @Override
    public void warnedOfText(TextWarnings.Counts counts) {
        ofText = counts;
    }

    @Override
    public boolean keeps(WarnedAnswer answer) {
        RowMerger merging = merger;
        boolean needsAll = !plan.order().isEmpty() && !plan.inTurn();
        if (merging == null || writer.wantsAllAnswers() || needsAll || !cutsRowsOfShards()) {
            return true;
        }
        // One server wouldn't have read the rows of a shard that LIMIT leaves out.
        return answer.rows() == 0 ? !answer.late() : merging.passed(answer.number()) > 0;
    }

    /** Groups and distinct rows are made of the rows of all shards. */
    private boolean cutsRowsOfShards() {
        return !plan.limit().equals(RowLimit.NONE)
                && plan.grouping().isEmpty()
                && plan.distinctBy().isEmpty();
    }

    /**
     * Runs a step of the merge and writes the rows that are complete after it, whether or not they are taken: where many are,
     * the rest of them waits for {@link #goOn}.
     */
    private @Nullable ServerError merged(RowMerger merging, Runnable step) {
        return merged(merging, () -> {
            step.run();
            return behind ? null : drain(merging, new Slice(() -> true));
        });
    }

    private @Nullable ServerError merged(RowMerger merging, Supplier<@Nullable ServerError> step) {
        try {
            ServerError problem = step.get();
            if (problem == null) {
                problem = memory.holds(merging.heldBytes());
                heldTooMuch = problem != null;
            }
            return problem;
        } catch (HeldTooMuchException e) {
            heldTooMuch = true;
            return tooMuch("");
        } catch (UnsortedSourceException | IllegalArgumentException e) {
            log.error("Rows of several shards can't be merged", e);
            return new ServerError(
                    ErrorCode.INTERNAL_ERROR, "Pinion can't merge the rows of several shards: " + e.getMessage());
        }
    }

    private @Nullable ServerError drain(RowMerger merging, Slice slice) {
        behind = true;
        while (slice.goesOn()) {
            byte[] @Nullable [] row = merging.poll();
            if (row != null) {
                anyTold = true;
                ServerError problem = writer.row(row);
                if (problem != null) {
                    return problem;
                }
            } else if (!merging.goesOn()) {
                behind = false;
                return null;
            }
        }
        return null;
    }

    private ServerError tooMuch(String besides) {
        return new ServerError(
                ErrorCode.OUT_OF_SORTMEMORY,
                "the rows of several shards that must be held to be put in order take more than "
                        + scatters.settings().mergeMaxSize() + " (scatter.merge_max_size)" + besides
                        + ": add a LIMIT, ask for fewer columns, or name the shards' keys");
    }

    @Override
    public int awaited() {
        RowMerger merging = merger;
        return merging != null && (together || plan.inTurn()) && merging.heldBytes() > AHEAD_BYTES
                ? merging.lacking()
                : -1;
    }

    @Override
    public boolean mayStartAgain() {
        return heldTooMuch && !together && !anyTold;
    }

    @Override
    public void startAgain(RoutePlan.FanOut sortedStreams) {
        if (sortedStreams.merging() instanceof Merging.Rows(MergePlan merge, int any)) {
            plan = merge;
        }
        sources = sortedStreams.targets().size();
        together = true;
        heldTooMuch = false;
        merger = null;
        behind = false;
        memory.close();
        first = null;
        warned.clear();
    }

    @Override
    public @Nullable ServerError done(int source, Ok ok) {
        throw new IllegalStateException("a shard answered with an OK to a query");
    }

    @Override
    public void pass() {
        writer.pass();
    }

    @Override
    public void close() {
        memory.close();
        writer.close();
    }

    @Override
    public boolean takesMore() {
        return writer.takesMore();
    }

    @Override
    public boolean isBehind() {
        return behind;
    }

    @Override
    public @Nullable ServerError goOn() {
        RowMerger merging = merger;
        return merging == null ? null : merged(merging, () -> drain(merging, new Slice(writer::takesMore)));
    }

    @Override
    public boolean isFull() {
        RowMerger merging = merger;
        return writer.isFull() || (merging != null && merging.isFull() && !writer.wantsAllAnswers());
    }

    @Override
    public @Nullable ServerError allCame() {
        RowMerger merging = merger;
        return merging == null
                ? null
                : merged(merging, () -> {
                    for (int source = 0; source < sources; source++) {
                        merging.ended(source);
                    }
                });
    }

    @Override
    public @Nullable ServerError end(List<Condition> own) {
        memory.close();
        int warnings = warned.stream()
                .filter(this::keeps)
                .mapToInt(answer -> answer.warnings() - ofText.within().applyAsInt(answer))
                .sum();
        writer.end(ofText.once() + warnings, own);
        return null;
    }

    @Override
    public void fail(ServerError error) {
        memory.close();
        writer.fail(error);
    }
}
