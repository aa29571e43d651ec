package io.pinion.server.execution;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.catalog.ScatterPolicy;
import org.jspecify.annotations.Nullable;

/** How much one statement may gather. */
final class GatherLimits {
    /** Gathering more takes longer than anybody waits, and the server that does it has other work. */
    private static final long MAX_ROWS = 1_000_000;

    private static final long MAX_BYTES = 256L * 1024 * 1024;

    private final long policyRows;
    private long rows;
    private long bytes;

    GatherLimits(ScatterPolicy policy) {
        this.policyRows = policy.maxRows().orElse(Long.MAX_VALUE);
    }

    /** Counts a row; the error when it is one too many. */
    @Nullable
    ServerError add(long rowBytes) {
        rows++;
        bytes += rowBytes;
        if (rows > policyRows) {
            return new ServerError(
                    ErrorCode.TOO_BIG_SELECT,
                    "this statement needs more than the " + policyRows
                            + " rows of several shards that the scatter policy of its keyspace or user allows (max_rows):"
                            + " name keys or add conditions (EXPLAIN ROUTE shows what is read of each table)");
        }
        return rows <= MAX_ROWS && bytes <= MAX_BYTES
                ? null
                : new ServerError(
                        ErrorCode.TOO_BIG_SELECT,
                        "this statement needs more than "
                                + (rows > MAX_ROWS ? MAX_ROWS + " rows" : MAX_BYTES + " bytes")
                                + " of several shards on one server: name keys or add conditions, so that each table leaves"
                                + " fewer rows (EXPLAIN ROUTE shows what is read of each)");
    }
}
