package io.pinion.server.scatter;

import io.pinion.config.settings.ByteSize;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The memory that all statements over several shards hold together. Thread-safe. */
public final class HeldMemory {
    /** Smaller changes aren't worth telling all threads of. */
    private static final long STEP = 64 * 1024;

    private final ByteSize max;
    private final AtomicLong held = new AtomicLong();

    HeldMemory(ByteSize max) {
        this.max = max;
    }

    /** Bytes held now. */
    public long held() {
        return held.get();
    }

    /** For one statement, which must be closed when that ends. */
    public Share share() {
        return new Share();
    }

    /** What one statement holds. Used by one thread. */
    public final class Share implements AutoCloseable {
        private long counted;

        private Share() {}

        /**
         * @param now bytes that the statement holds
         * @return why it must not, in which case they don't count; null when it may
         */
        public @Nullable ServerError holds(long now) {
            long more = now - counted;
            if (more < STEP && more > -STEP) {
                return null;
            }
            if (held.addAndGet(more) > max.bytes() && more > 0) {
                held.addAndGet(-more);
                return new ServerError(
                        ErrorCode.OUT_OF_SORTMEMORY,
                        "the statements over several shards that run in this proxy hold " + held.get()
                                + " bytes, and this one needs more than is left of scatter.held_max_size (" + max
                                + "): run fewer at a time, add conditions, keys or a LIMIT, or raise the setting");
            }
            counted = now;
            return null;
        }

        @Override
        public void close() {
            held.addAndGet(-counted);
            counted = 0;
        }
    }
}
