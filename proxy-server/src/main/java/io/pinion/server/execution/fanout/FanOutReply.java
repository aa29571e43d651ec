package io.pinion.server.execution.fanout;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.Ok;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.Merging;
import io.pinion.routing.plan.Target;
import io.pinion.server.execution.answer.RowBuffer;
import io.pinion.server.execution.answer.WarnedAnswer;
import io.pinion.server.execution.context.SessionContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes one answer of the answers of several shards. A method returns the error if it can't. */
public interface FanOutReply {
    /** The reply for the plan's kind of merge. */
    static FanOutReply of(SessionContext session, RoutePlan.FanOut plan) {
        return switch (plan.merging()) {
            case Merging.Rows rows ->
                new MergedRows(session.cluster().scatters(), rows, plan, new ResultWriter(session));
            case Merging.Counts counts -> new AddedCounts(session, plan);
            case Merging.Copies copies -> new AddedCounts(session, plan);
            case Merging.InsertedRows rows -> new AddedCounts(session, plan);
            case Merging.Returned returned -> new ReturnedRows(session, plan, returned);
        };
    }

    /**
     * The rows of a shard's answer follow.
     *
     * @param asTheyCame the payloads of the definitions
     */
    @Nullable
    ServerError rowsBegin(Target target, int columns, List<ColumnDefinition> definitions, List<byte[]> asTheyCame);

    /** @param payload the caller keeps ownership */
    @Nullable
    ServerError row(int source, ByteBuf payload);

    @Nullable
    ServerError rowsEnded(int source, int warnings);

    /** A shard's answer has ended with warnings, even if the rest of it wasn't wanted. */
    default void warned(WarnedAnswer answer) {}

    /**
     * Whether the client gets the answer's warnings, as far as known; final once {@link #isFull} or all answers have
     * ended.
     */
    default boolean keeps(WarnedAnswer answer) {
        return true;
    }

    /** The warnings that count once, however many answers have them; called before the end. */
    default void warnedOfText(TextWarnings.Counts counts) {}

    /** A shard has answered without rows. */
    @Nullable
    ServerError done(int source, Ok ok);

    /** The rows that a statement loads, by its number; null for a statement that loads no file. */
    default @Nullable RowBuffer file(int source) {
        return null;
    }

    /** The server generated the number in a shard's OK; the statement didn't contain it. */
    default void made(long number) {}

    /** Sends the rows that were written. */
    default void pass() {}

    /** Releases the buffers; the rest isn't wanted. */
    default void close() {}

    /**
     * Whether rows may arrive without a pause; after false, {@link FanOutExecution#clientWritable} tells when they may
     * again.
     */
    default boolean takesMore() {
        return true;
    }

    /** Whether rows are at hand that weren't sent at once, because they are many: {@link #goOn} sends them. */
    default boolean isBehind() {
        return false;
    }

    /** Sends some of the rows at hand: as many as are taken, and as one step of the event loop has time for. */
    default @Nullable ServerError goOn() {
        return null;
    }

    /** Whether the client has all wanted rows. */
    default boolean isFull() {
        return false;
    }

    /** The statement whose rows must be sent next, if many rows of other statements are held; else -1. */
    default int awaited() {
        return -1;
    }

    /** Whether the last error was that too many rows must be held, and no row has been sent yet. */
    default boolean mayStartAgain() {
        return false;
    }

    /** Drops everything received: the same rows come again, each server's in order. */
    default void startAgain(RoutePlan.FanOut sortedStreams) {
        throw new IllegalStateException("this answer can't start again");
    }

    /** Every shard has answered: makes the rest of the rows, and sends those that {@link #goOn} would send. */
    default @Nullable ServerError allCame() {
        return null;
    }

    /** Sends the end of the answer, behind the last of the rows. */
    @Nullable
    ServerError end(List<Condition> warnings);

    /** Ends the client's answer with an error, after the rows that it has got. */
    void fail(ServerError error);
}
