package io.pinion.server.execution.answer;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.PreviousAnswer.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who gets the rows of several shards, in their order. What can't be goes on as an error that is returned. */
public interface RowsOut {
    /** Whether {@link #row(byte[][])} is to be called rather than {@link #row(ByteBuf)}. */
    boolean wantsCells();

    /**
     * Rows follow.
     *
     * @param visible how many of the definitions belong to them
     * @param definitions empty when the session wants none
     * @param asTheyCame the payloads of the definitions
     */
    @Nullable
    ServerError begin(int visible, List<ColumnDefinition> definitions, List<byte[]> asTheyCame);

    /**
     * A row as it came, of text.
     *
     * @param payload stays the caller's
     */
    @Nullable
    ServerError row(ByteBuf payload);

    /** A row of text cells. */
    @Nullable
    ServerError row(byte[] @Nullable [] cells);

    /** Whether every answer is read to its end, though no more rows are wanted: for the warnings behind them. */
    default boolean wantsAllAnswers() {
        return false;
    }

    /** Whether no more rows are wanted, however many there are. */
    default boolean isFull() {
        return false;
    }

    /** What was written is on its way. */
    default void pass() {}

    /** Nobody wants the rest. */
    default void close() {}

    /** Whether rows may come as fast as they do. */
    default boolean takesMore() {
        return true;
    }

    /**
     * All rows have been given.
     *
     * @param warnings of servers
     * @param own what Pinion has to say beside them
     */
    void end(int warnings, List<Condition> own);

    /** An error stands in place of the next row. */
    void fail(ServerError error);
}
