package io.pinion.server.execution;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.catalog.ScatterPolicy;
import io.pinion.routing.text.Dialect;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How long a statement over several shards may take, waiting included.
 *
 * @param error what its client is told when that isn't enough
 */
record TimeLimit(long millis, ServerError error) {
    private static final long NO_LIMIT = Long.MAX_VALUE;

    /** As long as it takes. */
    static final TimeLimit NONE =
            new TimeLimit(NO_LIMIT, new ServerError(ErrorCode.QUERY_TIMEOUT, "no limit was exceeded"));

    /** What a scatter policy allows. */
    static TimeLimit of(ScatterPolicy policy, Dialect dialect) {
        if (policy.maxTimeMillis().isEmpty()) {
            return NONE;
        }
        long millis = policy.maxTimeMillis().getAsLong();
        return new TimeLimit(
                millis,
                new ServerError(
                        code(dialect),
                        "Query execution was interrupted: it took more than the " + millis
                                + " ms that the scatter policy of its keyspace or user allows (max_time): name the keys of"
                                + " the rows, or add conditions"));
    }

    /** The shorter of both. */
    TimeLimit or(TimeLimit other) {
        return millis <= other.millis ? this : other;
    }

    boolean isNone() {
        return millis == NO_LIMIT;
    }

    /** What the server says whose own limit is exceeded. */
    static ErrorCode code(Dialect dialect) {
        return switch (dialect) {
            case MYSQL -> ErrorCode.QUERY_TIMEOUT;
            case MARIADB -> ErrorCode.STATEMENT_TIMEOUT;
        };
    }

    /** Tells {@code exceeded} on the loop when the time is over, unless what is returned is cancelled before; null for never. */
    @Nullable
    Future<?> start(EventLoop loop, Consumer<ServerError> exceeded) {
        return isNone() ? null : loop.schedule(() -> exceeded.accept(error), millis, TimeUnit.MILLISECONDS);
    }
}
