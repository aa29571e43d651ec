package io.pinion.server.observe;

import java.util.function.Supplier;

/**
 * What became of one statement, made when the last byte of its answer was handed to the client's channel.
 *
 * @param keyspace the keyspace it ran in, or the empty string when it belongs to none ({@code SET}, {@code SELECT 1})
 * @param pair the pair whose primary ran it, or the empty string when the proxy answered itself
 * @param nanos from the arrival of the command to the end of its answer
 * @param errorCode the code of the error that the client got; 0 when the statement succeeded
 * @param shape the statement with each literal as {@code ?}. Asked only for what is logged, and before the observer
 *     returns, so that it may read a buffer which the caller still owns.
 * @param scatter whether it named the shards that it needed
 */
public record StatementRecord(
        StatementGroup group,
        String keyspace,
        String pair,
        long nanos,
        int errorCode,
        Supplier<String> shape,
        ScatterOutcome scatter) {

    /** One that named its shards. */
    public StatementRecord(
            StatementGroup group, String keyspace, String pair, long nanos, int errorCode, Supplier<String> shape) {
        this(group, keyspace, pair, nanos, errorCode, shape, ScatterOutcome.NONE);
    }

    public boolean failed() {
        return errorCode != 0;
    }
}
