package io.pinion.routing.merge;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Merges the rows of one statement by its plan. Used by one thread. Add the rows that came, then {@link #poll} until it
 * returns null and nothing {@link #goesOn}; stop a source once it isn't {@link #wants wanted}.
 *
 * <p>Rows are cells in the form of the text protocol, null for NULL, as the server sent them. An added array belongs to
 * the merger, a polled one to the caller.
 *
 * <p>Rows that are equal in order come in the order of their sources. {@link #add} and {@link #poll} throw
 * {@link HeldTooMuchException} when the rows that must be held need more than the cap, and {@link #add} throws
 * {@link UnsortedSourceException}; the merger can't be used after either.
 */
public final class RowMerger {
    private final int hiddenColumns;
    private final HeldBytes held;
    private final Effort effort;
    private final Intake intake;
    private final @Nullable TopRows top;
    private final Cut cut;
    private long sequence;

    private RowMerger(int hiddenColumns, HeldBytes held, Effort effort, Intake intake, @Nullable TopRows top, Cut cut) {
        this.hiddenColumns = hiddenColumns;
        this.held = held;
        this.effort = effort;
        this.intake = intake;
        this.top = top;
        this.cut = cut;
    }

    /**
     * Starts a merge. It holds one group or one distinct row at a time when the sources are sorted and come together,
     * and the plan's order begins with exactly the keys of the groups, or of distinct rows; else it holds all.
     *
     * @param sources the number of sources, which are called 0 to {@code sources - 1}
     * @param columns one for each column, hidden ones included
     * @param maxHeldBytes the cap of bytes held
     * @throws IllegalArgumentException when an aggregate's column has no numbers
     */
    public static RowMerger start(
            MergePlan plan, Arrival arrival, int sources, List<CellType> columns, long maxHeldBytes) {
        HeldBytes held = new HeldBytes(maxHeldBytes);
        Effort effort = new Effort();
        boolean streaming = streams(plan, arrival);
        Intake intake = intake(plan, streaming, sources, held);
        MergeStep last = intake;
        if (plan.grouping().isPresent()) {
            Grouping grouping = plan.grouping().get();
            last = streaming
                    ? new AdjacentGroups(last, grouping, columns, held, effort)
                    : new Groups(last, grouping, columns, held, effort);
        }
        if (!plan.distinctBy().isEmpty()) {
            boolean adjacent = streaming && beginsWith(plan.order(), plan.distinctBy());
            last = new DistinctRows(last, plan.distinctBy(), adjacent, held, effort);
        }
        TopRows top = null;
        if (!streaming && !plan.order().isEmpty()) {
            KeyEncoder order = KeyEncoder.ofOrder(plan.order());
            boolean sorted = arrival != Arrival.UNSORTED && plan.grouping().isEmpty();
            top = new TopRows(last, order, plan.limit().end(), held, sorted ? sources : 0, effort);
            last = top;
        }
        Cut cut = new Cut(last, plan.limit(), sources, held, effort);
        return new RowMerger(plan.hiddenColumns(), held, effort, intake, top, cut);
    }

    private static Intake intake(MergePlan plan, boolean streaming, int sources, HeldBytes held) {
        if (!streaming) {
            return new Arrivals(sources);
        }
        return plan.inTurn()
                ? new SourcesInTurn(sources)
                : new SortedSources(sources, KeyEncoder.ofOrder(plan.order()), held);
    }

    /** Whether to use the sources' own order. When sources come in turn, it would make each wait for the last. */
    private static boolean streams(MergePlan plan, Arrival arrival) {
        if (plan.order().isEmpty()) {
            return false;
        }
        return switch (arrival) {
            case UNSORTED -> false;
            case SORTED_IN_TURN ->
                plan.inTurn()
                        || (plan.grouping().isEmpty()
                                && plan.distinctBy().isEmpty()
                                && plan.limit().end() == Long.MAX_VALUE);
            case SORTED_TOGETHER ->
                plan.grouping().isEmpty()
                        || beginsWith(plan.order(), plan.grouping().get().keys());
        };
    }

    /** Whether rows that are equal in all keys are adjacent in this order. */
    private static boolean beginsWith(List<SortKey> order, List<Key> keys) {
        if (keys.isEmpty() || keys.size() > order.size()) {
            return false;
        }
        List<SortKey> beginning = order.subList(0, keys.size());
        return beginning.stream().allMatch(by -> keys.stream().anyMatch(key -> isSame(key, by.key())))
                && keys.stream().allMatch(key -> beginning.stream().anyMatch(by -> isSame(key, by.key())));
    }

    private static boolean isSame(Key a, Key b) {
        return a.column() == b.column() && a.comparison().equals(b.comparison());
    }

    /** Adds a row of a source; drops it when it isn't wanted. */
    public void add(int source, byte[] @Nullable [] cells) {
        if (wants(source)) {
            MergeRow row = new MergeRow(cells, source, sequence++);
            row.hold(held);
            intake.add(row);
        }
    }

    /** Ends a source. Repeated calls are harmless. */
    public void ended(int source) {
        intake.ended(source);
    }

    /**
     * The next row of the answer, without hidden columns; null while the next row isn't known, and after the last. Null also
     * when the search for it takes longer, and then it {@link #goesOn}.
     */
    public byte @Nullable [] @Nullable [] poll() {
        effort.begin();
        MergeRow row = cut.next();
        if (row == null) {
            return null;
        }
        return hiddenColumns == 0 ? row.cells : Arrays.copyOf(row.cells, row.cells.length - hiddenColumns);
    }

    /** Whether the last {@link #poll} has only done its share of the work, so that the next one may find a row. */
    public boolean goesOn() {
        return effort.isSpent();
    }

    /** Whether no more rows of any source are wanted. */
    public boolean isFull() {
        return cut.isFull();
    }

    /**
     * Whether another row of this source can make a difference. If not, the source may be stopped, and must be ended
     * then.
     */
    public boolean wants(int source) {
        return !cut.isFull() && (top == null || top.wants(source));
    }

    /** The number of this source's rows that were polled; for a limited merge without groups. */
    public int passed(int source) {
        return cut.passed(source);
    }

    /** Whether the last row was polled. */
    boolean isFinished() {
        return cut.isOver();
    }

    /**
     * A source that must deliver or end before the next row is known; -1 when none in particular must. The others may
     * be paused until it does.
     */
    public int lacking() {
        return intake.lacking();
    }

    /** Bytes held now: cells, keys, and their memory overhead in Java. */
    public long heldBytes() {
        return held.held();
    }
}
