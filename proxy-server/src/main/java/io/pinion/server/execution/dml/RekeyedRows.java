package io.pinion.server.execution.dml;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.GatheredColumn;
import io.pinion.routing.plan.RoutePlan.MoveRows;
import io.pinion.server.execution.fanout.AddedCounts;
import io.pinion.server.execution.gather.GatheredLiteral;
import io.pinion.server.scatter.HeldMemory;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows that get a key of another shard. They are deleted first, so that a shard that has both keys finds no
 * duplicate among them; the order in which the pairs commit is the reverse.
 */
final class RekeyedRows extends StepRows {
    private static final int TEXT_AT_ONCE = 64 * 1024;

    /** The rows are held until all are found, and stay locked. */
    private static final int MAX_ROWS = 100_000;

    private static final long MAX_BYTES = 64L * 1024 * 1024;

    private static final String AMBIGUOUS = Integer.toString(MoveRows.AMBIGUOUS);

    private final MoveRows move;
    private final HeldMemory.Share memory;
    private final KeyedRows deleted;
    private final List<byte[]> inserts = new ArrayList<>();
    private final ByteArrayOutputStream insert = new ByteArrayOutputStream();
    private long bytes;

    /** @param memory of the statement; the caller closes it */
    RekeyedRows(MoveRows move, HeldMemory.Share memory) {
        this.move = move;
        this.memory = memory;
        this.deleted = new KeyedRows(move.deleted());
    }

    @Override
    List<byte[]> statements() {
        cut();
        List<byte[]> statements = new ArrayList<>(deleted.statements());
        statements.addAll(inserts);
        return statements;
    }

    @Override
    String infoOfNone() {
        return "Rows matched: 0  Changed: 0  Warnings: 0";
    }

    @Override
    @Nullable
    ServerError problem(AddedCounts counts) {
        int rows = deleted.size();
        if (counts.countAsUpdate(2L * rows, rows)) {
            return null;
        }
        return new ServerError(
                ErrorCode.UNKNOWN_ERROR,
                rows
                        + " rows were found, and not as many were deleted by their old key and inserted by the new one: a row"
                        + " is on another shard than its key says, or a trigger works against it; nothing was changed");
    }

    @Override
    public @Nullable ServerError begin(int visible, List<ColumnDefinition> definitions, List<byte[]> asTheyCame) {
        int values = deleted.columns() + move.kept().size();
        List<String> whole = definitions.stream()
                .limit(visible)
                .skip(values)
                .map(ColumnDefinition::name)
                .toList();
        return whole.equals(move.whole())
                ? null
                : new ServerError(
                        ErrorCode.TABLE_DEF_CHANGED,
                        "the rows that go to another shard have the columns " + String.join(", ", whole)
                                + ", and Pinion knows "
                                + String.join(", ", move.whole())
                                + ": RELOAD SCHEMA reads them; nothing was changed");
    }

    @Override
    public @Nullable ServerError row(byte[] @Nullable [] cells) {
        ServerError problem = deleted.add(cells, 0);
        if (problem != null) {
            return problem;
        }
        StringBuilder literal = new StringBuilder();
        insert.writeBytes(insert.size() == 0 ? move.into() : new byte[] {',', ' '});
        insert.writeBytes(move.row().getFirst());
        for (int i = 0; i < move.kept().size(); i++) {
            byte[] cell = cells[deleted.columns() + i];
            GatheredColumn column = move.kept().get(i);
            if (cell != null && isAmbiguous(column, cell)) {
                return ambiguous(column);
            }
            literal.setLength(0);
            if (cell == null) {
                literal.append("NULL");
            } else {
                GatheredLiteral.append(literal, column.form(), cell);
            }
            insert.writeBytes(literal.toString().getBytes(StandardCharsets.ISO_8859_1));
            insert.writeBytes(move.row().get(i + 1));
        }
        if (insert.size() >= TEXT_AT_ONCE) {
            cut();
        }
        return bounded();
    }

    private @Nullable ServerError bounded() {
        long held = bytes + insert.size() + deleted.bytes();
        return deleted.size() <= MAX_ROWS && held <= MAX_BYTES
                ? memory.holds(held)
                : new ServerError(
                        ErrorCode.TOO_BIG_SELECT,
                        "an UPDATE that takes rows to another shard takes at most " + MAX_ROWS + " rows of " + MAX_BYTES
                                + " bytes: add conditions or a LIMIT, and repeat the statement");
    }

    private static boolean isAmbiguous(GatheredColumn column, byte[] cell) {
        return column.form() == GatheredColumn.Form.INSTANT
                && new String(cell, StandardCharsets.US_ASCII).startsWith(AMBIGUOUS);
    }

    private static ServerError ambiguous(GatheredColumn column) {
        return new ServerError(
                ErrorCode.NOT_SUPPORTED_YET,
                "column '" + column.name()
                        + "' of a row that goes to another shard is a TIMESTAMP of the hour that comes"
                        + " twice when summer time ends: SET time_zone = '+00:00' first");
    }

    private void cut() {
        if (insert.size() > 0) {
            inserts.add(insert.toByteArray());
            bytes += insert.size();
            insert.reset();
        }
    }
}
