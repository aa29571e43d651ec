package io.pinion.server.execution.answer;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Receives the rows of several shards, in their order. A method returns the error of a row that can't be passed on. */
public interface RowsOut {
    /** Whether the caller must use {@link #row(byte[][])} rather than {@link #row(ByteBuf)}. */
    boolean wantsCells();

    /**
     * Rows follow.
     *
     * @param visible the number of the definitions that belong to them
     * @param asTheyCame the payloads of the definitions
     */
    @Nullable
    ServerError begin(int visible, List<ColumnDefinition> definitions, List<byte[]> asTheyCame);

    /**
     * A text row, unchanged.
     *
     * @param payload the caller keeps ownership
     */
    @Nullable
    ServerError row(ByteBuf payload);

    /** A row of text cells. */
    @Nullable
    ServerError row(byte[] @Nullable [] cells);

    /** Whether every answer is read to its end even when no more rows are wanted, for its warnings. */
    default boolean wantsAllAnswers() {
        return false;
    }

    /** Whether no more rows are wanted. */
    default boolean isFull() {
        return false;
    }

    /** Sends the rows that were written. */
    default void pass() {}

    /** Releases the buffers; the rest isn't wanted. */
    default void close() {}

    /** Whether rows may arrive without a pause. */
    default boolean takesMore() {
        return true;
    }

    /**
     * All rows have been passed.
     *
     * @param warnings the number of the servers' warnings
     * @param own Pinion's own conditions
     */
    void end(int warnings, List<Condition> own);

    /** Ends the answer with an error in place of the next row. */
    void fail(ServerError error);
}
