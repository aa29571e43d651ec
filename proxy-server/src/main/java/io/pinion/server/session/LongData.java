package io.pinion.server.session;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.BitSet;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Values of parameters that a client sends in pieces ahead of COM_STMT_EXECUTE. The pieces are never answered, so what is
 * wrong with them shows when the statement is executed. Bounded for all statements of a session together.
 */
public final class LongData {
    private final Budget budget;
    private final Map<Integer, ByteBuf> values = new TreeMap<>();
    private boolean tooLong;

    /** The bytes that one session may have sent ahead. */
    static final class Budget {
        private final long limit;
        private long used;

        Budget(long limit) {
            this.limit = limit;
        }
    }

    LongData(Budget budget) {
        this.budget = budget;
    }

    /** @param piece stays the caller's */
    public void add(int parameter, ByteBuf piece) {
        int length = piece.readableBytes();
        if (tooLong || budget.used + length > budget.limit) {
            clear();
            tooLong = true;
            return;
        }
        budget.used += length;
        values.computeIfAbsent(parameter, first -> Unpooled.buffer(length))
                .writeBytes(piece, piece.readerIndex(), length);
    }

    /** Pieces were thrown away because there were too many; true until {@link #clear}. */
    public boolean isTooLong() {
        return tooLong;
    }

    public boolean isEmpty() {
        return values.isEmpty() && !tooLong;
    }

    /** Which parameters have a value here. */
    public BitSet parameters() {
        BitSet parameters = new BitSet();
        values.keySet().forEach(parameters::set);
        return parameters;
    }

    /** The value of a parameter that has one here; it stays here. */
    public ByteBuf value(int parameter) {
        return Objects.requireNonNull(values.get(parameter));
    }

    /** By the parameters' places, from 0; heap buffers that stay here. */
    public Map<Integer, ByteBuf> values() {
        return values;
    }

    public void clear() {
        for (ByteBuf value : values.values()) {
            budget.used -= value.readableBytes();
        }
        values.clear();
        tooLong = false;
    }
}
