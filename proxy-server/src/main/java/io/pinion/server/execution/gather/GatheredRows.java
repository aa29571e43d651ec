package io.pinion.server.execution.gather;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.ServerError;
import io.pinion.protocol.server.TextRow;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.RoutePlan.Fetch;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.answer.RowsOut;
import io.pinion.server.execution.fanout.FanOutExecution;
import io.pinion.server.execution.query.InternalQuery;
import io.pinion.server.execution.query.QueryResult;
import io.pinion.server.scatter.HeldMemory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Inserts a fetch's rows into the temporary table: a few INSERTs at a time, so that neither side waits long. The rows
 * are merged, because a fetch may read the first rows of all shards in an order, by keys for which the table has no
 * column.
 */
final class GatheredRows implements RowsOut {
    private static final int INSERT_BYTES = 256 * 1024;
    private static final int INSERTS_AT_ONCE = 3;

    private final BackendConnection gathering;
    private final Fetch fetch;
    private final GatherLimits limits;
    private final HeldMemory.Share memory;
    private final Map<Integer, Set<String>> wanted;
    private final Consumer<QueryResult<?>> done;
    private final StringBuilder insert = new StringBuilder();

    private @Nullable FanOutExecution reading;
    private @Nullable ServerError failure;
    private @Nullable QueryResult<?> refusal;
    private long rows;
    private int inserting;
    private long insertingBytes;
    private boolean complete;
    private int warnings;

    /**
     * @param memory of the statement; the caller closes it
     * @param wanted the sets that collect these columns' values
     * @param done called once all rows are inserted, or an INSERT has failed
     */
    GatheredRows(
            BackendConnection gathering,
            Fetch fetch,
            GatherLimits limits,
            HeldMemory.Share memory,
            Map<Integer, Set<String>> wanted,
            Consumer<QueryResult<?>> done) {
        this.gathering = gathering;
        this.fetch = fetch;
        this.limits = limits;
        this.memory = memory;
        this.wanted = wanted;
        this.done = done;
    }

    /** The number of rows so far. */
    long rows() {
        return rows;
    }

    void readBy(FanOutExecution execution) {
        reading = execution;
    }

    /** The rows aren't for a client, and need no definitions. */
    @Override
    public boolean wantsCells() {
        return false;
    }

    @Override
    public @Nullable ServerError begin(int visible, List<ColumnDefinition> definitions, List<byte[]> asTheyCame) {
        return visible == fetch.columns().size()
                ? null
                : new ServerError(
                        ErrorCode.INTERNAL_ERROR,
                        "a shard answered with " + visible + " columns in place of "
                                + fetch.columns().size());
    }

    @Override
    public @Nullable ServerError row(ByteBuf payload) {
        int bytes = payload.readableBytes();
        return row(TextRow.decode(payload, fetch.columns().size()).cells(), bytes);
    }

    @Override
    public @Nullable ServerError row(byte[] @Nullable [] cells) {
        long bytes = 0;
        for (byte[] cell : cells) {
            bytes += cell == null ? 1 : cell.length + 1;
        }
        return row(Arrays.asList(cells), bytes);
    }

    private @Nullable ServerError row(List<byte @Nullable []> cells, long bytes) {
        ServerError tooMuch = limits.add(bytes);
        if (tooMuch != null) {
            return tooMuch;
        }
        rows++;
        insert.append(insert.isEmpty() ? "INSERT INTO " + fetch.table() + " VALUES " : ", ")
                .append('(');
        for (int column = 0; column < cells.size(); column++) {
            byte[] cell = cells.get(column);
            insert.append(column == 0 ? "" : ", ");
            if (cell == null) {
                insert.append("NULL");
                continue;
            }
            GatheredLiteral.append(insert, fetch.columns().get(column).form(), cell);
            Set<String> values = wanted.get(column);
            if (values != null) {
                remember(text(cell), values);
            }
        }
        insert.append(')');
        if (insert.length() >= INSERT_BYTES) {
            send();
        }
        return memory.holds(limits.heldBytes() + insert.length() + insertingBytes);
    }

    private void remember(String value, Set<String> values) {
        if (values.add(value)) {
            limits.remembers(value);
        }
    }

    private static String text(byte[] cell) {
        return new String(cell, StandardCharsets.ISO_8859_1);
    }

    private void send() {
        inserting++;
        String sql = insert.toString();
        insert.setLength(0);
        // The SQL exists as a string, as bytes, and in the output buffer.
        long bytes = 3L * sql.length();
        insertingBytes += bytes;
        InternalQuery.run(gathering, List.of(sql), outcome -> {
            insertingBytes -= bytes;
            inserted(outcome);
        });
    }

    private void inserted(QueryResult<?> outcome) {
        inserting--;
        if (!(outcome instanceof QueryResult.Answered) && refusal == null) {
            refusal = outcome;
        }
        FanOutExecution execution = reading;
        if (execution != null && takesMore()) {
            execution.clientWritable();
        }
        finishIfComplete();
    }

    /** The last row has arrived. */
    void complete() {
        if (!insert.isEmpty()) {
            send();
        }
        complete = true;
        finishIfComplete();
    }

    private void finishIfComplete() {
        if (complete && inserting == 0) {
            complete = false;
            QueryResult<?> refused = refusal;
            done.accept(refused == null ? QueryResult.done() : refused);
        }
    }

    /** The number of warnings from reading the rows. */
    int warnings() {
        return warnings;
    }

    /** The error because of which the rows couldn't be read. */
    ServerError failure(int errorCode) {
        ServerError known = failure;
        return known == null
                ? new ServerError(ErrorCode.UNKNOWN_ERROR, "rows couldn't be read: error " + errorCode)
                : known;
    }

    @Override
    public boolean takesMore() {
        return inserting < INSERTS_AT_ONCE;
    }

    /** After an error of the gathering server no more rows are wanted. */
    @Override
    public boolean isFull() {
        return refusal != null;
    }

    @Override
    public void end(int ofServers, List<Condition> own) {
        warnings = ofServers;
    }

    @Override
    public void fail(ServerError error) {
        failure = error;
    }
}
