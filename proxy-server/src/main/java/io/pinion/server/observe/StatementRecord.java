package io.pinion.server.observe;

import java.util.function.Supplier;

/**
 * The result of one statement, created when the last byte of its answer was handed to the client's channel.
 *
 * @param keyspace the keyspace it ran in, or the empty string when it belongs to none ({@code SET}, {@code SELECT 1})
 * @param pair the pair whose primary ran it, or the empty string when it ran on several or the proxy answered itself
 * @param database the database of the one shard that it ran in, or the empty string
 * @param nanos from the arrival of the command to the end of its answer
 * @param errorCode the code of the error that the client got; 0 when the statement succeeded
 * @param shape the statement with each literal as {@code ?}. Called only for logs, and before the observer returns, so
 *     that it may read a buffer which the caller still owns.
 * @param scatter the scatter policy's decision
 */
public record StatementRecord(
        StatementGroup group,
        String keyspace,
        String pair,
        String database,
        long nanos,
        int errorCode,
        Supplier<String> shape,
        ScatterOutcome scatter) {

    public boolean failed() {
        return errorCode != 0;
    }
}
