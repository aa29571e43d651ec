package io.pinion.server.execution.fanout;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.Ok;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.Target;
import io.pinion.server.execution.answer.RowBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The counts of a statement's changes, held back until the changes are committed. */
public final class HeldCounts implements FanOutReply {
    private final AddedCounts counts;
    private final List<RowBuffer> files;
    private @Nullable ServerError failure;

    public HeldCounts(AddedCounts counts) {
        this(counts, List.of());
    }

    /** @param files the rows that each statement loads */
    public HeldCounts(AddedCounts counts, List<RowBuffer> files) {
        this.counts = counts;
        this.files = List.copyOf(files);
    }

    public AddedCounts counts() {
        return counts;
    }

    /** The error because of which nothing was changed, if any. */
    @Nullable
    public ServerError failure() {
        return failure;
    }

    @Override
    public @Nullable ServerError rowsBegin(
            Target target, int columns, List<ColumnDefinition> definitions, List<byte[]> asTheyCame) {
        return counts.rowsBegin(target, columns, definitions, asTheyCame);
    }

    @Override
    public @Nullable ServerError row(int source, ByteBuf payload) {
        return counts.row(source, payload);
    }

    @Override
    public @Nullable ServerError rowsEnded(int source, int warnings) {
        return counts.rowsEnded(source, warnings);
    }

    @Override
    public @Nullable ServerError done(int source, Ok ok) {
        return counts.done(source, ok);
    }

    @Override
    public void common(int warnings) {
        counts.common(warnings);
    }

    @Override
    public @Nullable RowBuffer file(int source) {
        return source < files.size() ? files.get(source) : null;
    }

    @Override
    public void made(long number) {
        counts.made(number);
    }

    @Override
    public @Nullable ServerError end(List<Condition> warnings) {
        return null;
    }

    @Override
    public void fail(ServerError error) {
        failure = error;
    }
}
