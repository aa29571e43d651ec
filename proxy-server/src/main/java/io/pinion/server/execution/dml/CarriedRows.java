package io.pinion.server.execution.dml;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.RoutePlan.InsertRows;
import io.pinion.server.execution.fanout.AddedCounts;
import io.pinion.server.scatter.HeldMemory;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows that an INSERT … SELECT has read, and the INSERTs that write them. */
final class CarriedRows extends StepRows {
    /** A text of so many rows is planned quickly, and most of them have the same shape. */
    private static final int ROWS_AT_ONCE = 200;

    private static final int TEXT_AT_ONCE = 64 * 1024;

    /** The rows are held until all are read, because a server's connection can't be read and written at once. */
    private static final long MAX_BYTES = 64L * 1024 * 1024;

    private final InsertRows insert;
    private final CarriedCells.Terms session;
    private final HeldMemory.Share memory;
    private final List<byte[]> statements = new ArrayList<>();
    private final StringBuilder rows = new StringBuilder();
    private int rowsInText;
    private long bytes;
    private @Nullable CarriedCells cells;

    /** @param memory of the statement; the caller closes it */
    CarriedRows(InsertRows insert, CarriedCells.Terms session, HeldMemory.Share memory) {
        this.insert = insert;
        this.session = session;
        this.memory = memory;
    }

    @Override
    List<byte[]> statements() {
        cut();
        return statements;
    }

    @Override
    String infoOfNone() {
        return "Records: 0  Duplicates: 0  Warnings: 0";
    }

    @Override
    @Nullable
    ServerError problem(AddedCounts counts) {
        return null;
    }

    @Override
    public @Nullable ServerError begin(int visible, List<ColumnDefinition> definitions, List<byte[]> asTheyCame) {
        CarriedCells carried = new CarriedCells(definitions.subList(0, visible), insert.types(), session);
        cells = carried;
        return carried.problem();
    }

    @Override
    public @Nullable ServerError row(byte[] @Nullable [] values) {
        CarriedCells writing = cells;
        if (writing == null) {
            throw new IllegalStateException("a row came before the columns");
        }
        rows.append(rows.isEmpty() ? "" : ", ");
        writing.append(rows, values);
        rowsInText++;
        if (rowsInText == ROWS_AT_ONCE || rows.length() >= TEXT_AT_ONCE) {
            cut();
        }
        return bytes <= MAX_BYTES
                ? memory.holds(bytes + rows.length())
                : new ServerError(
                        ErrorCode.TOO_BIG_SELECT,
                        "the rows of this INSERT … SELECT take more than " + MAX_BYTES
                                + " bytes on their way from shard to shard: insert them in parts, or give a hint (/* pinion:"
                                + " shard=… */) where all are on one");
    }

    private void cut() {
        if (rows.isEmpty()) {
            return;
        }
        ByteArrayOutputStream sql = new ByteArrayOutputStream();
        sql.writeBytes(insert.before());
        sql.writeBytes(rows.toString().getBytes(StandardCharsets.ISO_8859_1));
        sql.writeBytes(insert.after());
        statements.add(sql.toByteArray());
        bytes += sql.size();
        rows.setLength(0);
        rowsInText = 0;
    }
}
