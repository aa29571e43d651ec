package io.pinion.server.scatter;

import io.pinion.config.settings.ByteSize;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The memory that all statements over several shards hold together. Thread-safe. */
public final class HeldMemory {
    /** Smaller changes aren't worth the contention between threads. */
    private static final long STEP = 64 * 1024;

    private final ByteSize max;
    private final AtomicLong held = new AtomicLong();

    HeldMemory(ByteSize max) {
        this.max = max;
    }

    /** The bytes held now. */
    public long held() {
        return held.get();
    }

    /** A share for one statement, which must close it when it ends. */
    public Share share() {
        return new Share();
    }

    /** The memory that one statement holds. Used by one thread; what comes behind its end doesn't count any more. */
    public final class Share implements AutoCloseable {
        private long counted;
        private boolean closed;

        private Share() {}

        /**
         * @param now the bytes that the statement holds
         * @return the error when the limit is reached, and then they don't count; else null
         */
        public @Nullable ServerError holds(long now) {
            long more = now - counted;
            if (closed || (more < STEP && more > -STEP)) {
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
            closed = true;
            long left = held.addAndGet(-counted);
            assert left >= 0 : "more memory was given back than taken";
            counted = 0;
        }
    }
}
