package io.pinion.server.session;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.BitSet;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Parameter values that a client sends in pieces ahead of COM_STMT_EXECUTE. The server never answers a piece, so errors
 * show when the statement is executed. A budget bounds all statements of a session together.
 */
public final class LongData {
    /** What a value takes beside its bytes, so that empty ones have a bound, too. */
    private static final int VALUE_BYTES = 128;

    private final Budget budget;
    private final Map<Integer, ByteBuf> values = new TreeMap<>();
    private boolean tooLong;

    /** The bytes that one session may send ahead. */
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

    /** @param piece the caller keeps ownership */
    public void add(int parameter, ByteBuf piece) {
        int length = piece.readableBytes();
        int taken = values.containsKey(parameter) ? length : length + VALUE_BYTES;
        if (tooLong || budget.used + taken > budget.limit) {
            clear();
            tooLong = true;
            return;
        }
        budget.used += taken;
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

    /** The parameters that have a value here. */
    public BitSet parameters() {
        BitSet parameters = new BitSet();
        values.keySet().forEach(parameters::set);
        return parameters;
    }

    /** The value of a parameter that has one here; this object keeps ownership. */
    public ByteBuf value(int parameter) {
        return Objects.requireNonNull(values.get(parameter));
    }

    /** The values by their parameters' indexes, from 0; heap buffers that this object owns. */
    public Map<Integer, ByteBuf> values() {
        return values;
    }

    public void clear() {
        for (ByteBuf value : values.values()) {
            budget.used -= value.readableBytes() + VALUE_BYTES;
        }
        values.clear();
        tooLong = false;
    }
}
