package io.pinion.server.execution.fanout;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.Ok;
import io.pinion.protocol.server.ServerError;
import io.pinion.protocol.server.TextRow;
import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.InsertedId;
import io.pinion.routing.plan.RoutePlan.Merging;
import io.pinion.routing.plan.Target;
import io.pinion.server.execution.answer.BinaryCells;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.scatter.HeldMemory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The rows of {@code RETURNING}, sent only once the change is committed; those of an INSERT in the order of its rows.
 */
final class ReturnedRows implements FanOutReply {
    private final SessionContext session;
    private final RoutePlan.FanOut plan;
    private final Merging.Returned returned;
    private final ResultWriter writer;
    private final HeldMemory.Share memory;
    private final List<Queue<byte[]>> rows = new ArrayList<>();

    /** The rows in the order of the answer; none before all have come. */
    private final Queue<byte[]> ordered = new ArrayDeque<>();

    /** The number of rows that each statement inserts, by the statement's number. */
    private final int[] inserted;

    private List<ColumnDefinition> definitions = List.of();
    private List<byte[]> asTheyCame = List.of();
    private int columns = -1;
    private long heldBytes;
    private int warnings;

    ReturnedRows(SessionContext session, RoutePlan.FanOut plan, Merging.Returned returned) {
        this.session = session;
        this.plan = plan;
        this.returned = returned;
        this.writer = new ResultWriter(session);
        this.memory = session.cluster().scatters().memory().share();
        plan.targets().forEach(target -> rows.add(new ArrayDeque<>()));
        this.inserted = new int[plan.targets().size()];
        returned.statements().forEach(statement -> inserted[statement]++);
    }

    @Override
    public @Nullable ServerError rowsBegin(
            Target target, int count, List<ColumnDefinition> definitionsThere, List<byte[]> payloads) {
        if (columns < 0) {
            columns = count;
            definitions = definitionsThere;
            asTheyCame = payloads;
            // Behind the commit it would be too late to refuse.
            ServerError problem = writer.wantsCells()
                    ? BinaryCells.of(definitions.subList(0, count)).problem()
                    : null;
            if (problem != null) {
                return problem;
            }
        }
        return count == columns
                ? null
                : new ServerError(
                        ErrorCode.UNKNOWN_ERROR,
                        target + " returned " + count + " columns and "
                                + plan.targets().getFirst() + " " + columns + ": their tables differ");
    }

    @Override
    public @Nullable ServerError row(int source, ByteBuf payload) {
        rows.get(source).add(ByteBufUtil.getBytes(payload));
        heldBytes += payload.readableBytes();
        return memory.holds(heldBytes);
    }

    @Override
    public @Nullable ServerError rowsEnded(int source, int ofShard) {
        warnings += ofShard;
        int expected = inserted[source];
        return returned.statements().isEmpty() || rows.get(source).size() == expected
                ? null
                : new ServerError(
                        ErrorCode.UNKNOWN_ERROR,
                        plan.targets().get(source) + " returned "
                                + rows.get(source).size() + " rows of " + expected + " that were inserted there");
    }

    @Override
    public void warnedOfText(TextWarnings.Counts counts) {
        warnings -= counts.repeated();
    }

    @Override
    public @Nullable ServerError done(int source, Ok ok) {
        return new ServerError(
                ErrorCode.UNKNOWN_ERROR, plan.targets().get(source) + " answered RETURNING without any rows");
    }

    @Override
    public void made(long number) {
        InsertedId inserted = plan.statements().get(returned.insertId()).insertedId();
        if (inserted instanceof InsertedId.Composed(long base, boolean generated)
                && generated
                && number > 0
                && number <= GlobalId.MAX_LOCAL) {
            session.inserted(base | number);
        }
    }

    @Override
    public void close() {
        memory.close();
        writer.close();
    }

    @Override
    public @Nullable ServerError allCame() {
        ServerError problem = writer.begin(columns, definitions, asTheyCame);
        returned.statements()
                .forEach(statement -> ordered.add(rows.get(statement).remove()));
        rows.forEach(ordered::addAll);
        rows.clear();
        return problem == null ? goOn() : problem;
    }

    @Override
    public boolean isBehind() {
        return !ordered.isEmpty();
    }

    @Override
    public @Nullable ServerError goOn() {
        Slice slice = new Slice(writer::takesMore);
        ServerError problem = null;
        while (problem == null && !ordered.isEmpty() && slice.goesOn()) {
            byte[] row = ordered.remove();
            heldBytes -= row.length;
            problem = write(row);
        }
        return problem == null ? memory.holds(heldBytes) : problem;
    }

    @Override
    public boolean takesMore() {
        return writer.takesMore();
    }

    @Override
    public @Nullable ServerError end(List<Condition> own) {
        memory.close();
        numbersAreMade();
        writer.end(warnings, own);
        return null;
    }

    private void numbersAreMade() {
        if (returned.insertId() >= 0
                && plan.statements().get(returned.insertId()).insertedId() instanceof InsertedId.Given given
                && given.isCertain()) {
            session.inserted(given.number());
        }
    }

    private @Nullable ServerError write(byte[] payload) {
        ByteBuf row = Unpooled.wrappedBuffer(payload);
        if (!writer.wantsCells()) {
            writer.row(row);
            return null;
        }
        return writer.row(TextRow.decode(row, columns).cells().toArray(new byte[0][]));
    }

    @Override
    public void fail(ServerError error) {
        memory.close();
        writer.fail(error);
    }
}
