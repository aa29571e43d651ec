package io.pinion.server.execution.dml;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.RoutePlan.ChangeByKey;
import io.pinion.server.execution.fanout.AddedCounts;
import io.pinion.server.scatter.HeldMemory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keys of the rows that a query has found, of one or several tables, and the statements that change these rows. */
final class FoundKeys extends StepRows {
    /** The keys are held until all are found, and their rows stay locked. */
    private static final int MAX_ROWS = 100_000;

    private static final long MAX_BYTES = 64L * 1024 * 1024;

    private final ChangeByKey change;
    private final List<KeyedRows> tables;
    private final CarriedCells.Terms session;
    private final HeldMemory.Share memory;

    /** @param memory of the statement; the caller closes it */
    FoundKeys(ChangeByKey change, CarriedCells.Terms session, HeldMemory.Share memory) {
        this.change = change;
        this.tables = change.tables().stream().map(KeyedRows::new).toList();
        this.session = session;
        this.memory = memory;
    }

    @Override
    List<byte[]> statements() {
        return tables.stream().flatMap(table -> table.statements().stream()).toList();
    }

    @Override
    boolean mayRunTogether() {
        return tables.stream().anyMatch(KeyedRows::carries);
    }

    @Override
    String infoOfNone() {
        return change.tables().getFirst().update() ? "Rows matched: 0  Changed: 0  Warnings: 0" : "";
    }

    @Override
    @Nullable
    ServerError problem(AddedCounts counts) {
        long changed = counts.rowsFound();
        int rows = rows();
        if (change.ignores() ? changed <= rows : changed == rows) {
            return null;
        }
        return new ServerError(
                ErrorCode.UNKNOWN_ERROR,
                rows + " rows were found, and " + changed
                        + " by their keys: a row is on another shard than its key says, or"
                        + " the key isn't unique; nothing was changed");
    }

    private int rows() {
        return tables.stream().mapToInt(KeyedRows::size).sum();
    }

    @Override
    public @Nullable ServerError begin(int visible, List<ColumnDefinition> definitions, List<byte[]> asTheyCame) {
        if (visible != tables.stream().mapToInt(KeyedRows::columns).sum()) {
            return new ServerError(ErrorCode.INTERNAL_ERROR, "a server answered with " + visible + " columns of keys");
        }
        int first = 0;
        for (KeyedRows table : tables) {
            ServerError refusal =
                    table.carries() ? table.begin(definitions.subList(first, first + table.columns()), session) : null;
            if (refusal != null) {
                return refusal;
            }
            first += table.columns();
        }
        return null;
    }

    @Override
    public @Nullable ServerError row(byte[] @Nullable [] cells) {
        int first = 0;
        long bytes = 0;
        for (KeyedRows table : tables) {
            ServerError problem = table.add(cells, first);
            if (problem != null) {
                return problem;
            }
            first += table.columns();
            bytes += table.bytes();
        }
        return rows() <= MAX_ROWS && bytes <= MAX_BYTES
                ? memory.holds(bytes)
                : new ServerError(
                        ErrorCode.TOO_BIG_SELECT,
                        "an UPDATE or DELETE that finds its rows over several shards first changes at most " + MAX_ROWS
                                + " rows, with new values of " + MAX_BYTES
                                + " bytes: add conditions or a smaller LIMIT, and repeat the statement");
    }
}
