package io.pinion.server.execution.fanout;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.Ok;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.PreviousAnswer.Condition;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.Merging;
import io.pinion.routing.plan.Target;
import io.pinion.server.execution.answer.RowBuffer;
import io.pinion.server.execution.answer.WarnedAnswer;
import io.pinion.server.execution.context.SessionContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes one answer of those of several shards. What can't be goes on as an error that is returned. */
public interface FanOutReply {
    /** The answer that the client gets. */
    static FanOutReply of(SessionContext session, RoutePlan.FanOut plan) {
        return switch (plan.merging()) {
            case Merging.Rows rows ->
                new MergedRows(session.cluster().scatters(), rows, plan, new ResultWriter(session));
            case Merging.Explanations explanations -> new Explanations(session, plan.targets());
            case Merging.Measured measured -> new MeasuredRows(session, plan, measured.of());
            case Merging.Counts counts -> new AddedCounts(session, plan);
            case Merging.Copies copies -> new AddedCounts(session, plan);
            case Merging.NewRows rows -> new AddedCounts(session, plan);
            case Merging.Returned returned -> new ReturnedRows(session, plan, returned);
        };
    }

    /**
     * The rows of a shard's answer follow.
     *
     * @param definitions empty when the session wants none
     * @param asTheyCame the payloads of the definitions
     */
    @Nullable
    ServerError rowsBegin(Target target, int columns, List<ColumnDefinition> definitions, List<byte[]> asTheyCame);

    /** @param payload stays the caller's */
    @Nullable
    ServerError row(int source, ByteBuf payload);

    @Nullable
    ServerError rowsEnded(int source, int warnings);

    /** A shard's answer has ended, also when nobody wanted the rest of it, and has left warnings. */
    default void warned(WarnedAnswer answer) {}

    /** Which of their warnings are the client's, as far as is known: for good once it has all that it wants. */
    default List<WarnedAnswer.Kept> keptOf(List<WarnedAnswer> answers) {
        return all(answers);
    }

    /** All answers that have warned have so many of their warnings in common, which count once; to be said before the end. */
    default void common(int warnings) {}

    static List<WarnedAnswer.Kept> all(List<WarnedAnswer> answers) {
        return answers.stream().map(WarnedAnswer::all).toList();
    }

    /** A shard has answered without rows. */
    @Nullable
    ServerError done(int source, Ok ok);

    /** The rows that a statement loads, by its number; null for a statement that asks for no file. */
    default @Nullable RowBuffer file(int source) {
        return null;
    }

    /** The number that a shard's OK told was made by its server, and not given by the statement. */
    default void made(long number) {}

    /** What is written so far is on its way. */
    default void pass() {}

    /** Nobody wants the rest. */
    default void close() {}

    /** Whether rows may come as fast as they do; else {@link FanOutExecution#clientWritable} tells when they may again. */
    default boolean takesMore() {
        return true;
    }

    /** Whether the client has all that it wants. */
    default boolean isFull() {
        return false;
    }

    /** The statement whose rows must come before any others can be told, while many of those are held already; else -1. */
    default int awaited() {
        return -1;
    }

    /** Whether the last problem was that too many rows must be held, and none has been told yet. */
    default boolean mayStartAgain() {
        return false;
    }

    /** What has come is forgotten: the same rows come again, each server's in order. */
    default void startAgain(RoutePlan.FanOut sortedStreams) {
        throw new IllegalStateException("this answer can't start again");
    }

    /** Every shard has answered; the client gets what is left. */
    @Nullable
    ServerError end(List<Condition> warnings);

    /** The client gets an error, behind whatever it has got so far. */
    void fail(ServerError error);
}
