package io.pinion.server.execution.gather;

import io.pinion.config.settings.ByteSize;
import io.pinion.config.settings.ScatterSettings;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.catalog.ScatterPolicy;
import org.jspecify.annotations.Nullable;

/** The limits of one statement's gathered rows. */
final class GatherLimits {
    /** The memory of a value in a set, besides its characters. */
    private static final int VALUE_OVERHEAD_BYTES = 100;

    private final long maxRows;
    private final ByteSize maxSize;
    private final long policyRows;
    private long rows;
    private long bytes;
    private long heldBytes;

    GatherLimits(ScatterPolicy policy, ScatterSettings settings) {
        this.maxRows = settings.gatherMaxRows();
        this.maxSize = settings.gatherMaxSize();
        this.policyRows = policy.maxRows().orElse(Long.MAX_VALUE);
    }

    /** Counts a row; returns the error when it is one too many. */
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
        return rows <= maxRows && bytes <= maxSize.bytes()
                ? null
                : new ServerError(
                        ErrorCode.TOO_BIG_SELECT,
                        "this statement needs more than "
                                + (rows > maxRows
                                        ? maxRows + " rows of several shards on one server (scatter.gather_max_rows)"
                                        : maxSize + " of several shards on one server (scatter.gather_max_size)")
                                + ": name keys or add conditions, so that each table leaves"
                                + " fewer rows (EXPLAIN ROUTE shows what is read of each)");
    }

    /** Counts a value that is kept for a later fetch. */
    void remembers(String value) {
        heldBytes += VALUE_OVERHEAD_BYTES + value.length();
    }

    /** The memory of the values that are kept. */
    long heldBytes() {
        return heldBytes;
    }
}
