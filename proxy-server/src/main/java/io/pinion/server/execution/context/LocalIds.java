package io.pinion.server.execution.context;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.Ok;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.catalog.GlobalId;
import org.jspecify.annotations.Nullable;

/** Checks the local ids of new rows, which servers report, before Pinion composes global ids of them. */
public final class LocalIds {
    private LocalIds() {}

    /** The error when no global id can be composed of the server's answer; null when it can, or when there is no id. */
    public static @Nullable ServerError refusal(Ok ok) {
        // For several rows the server reports the first id.
        long reported = ok.lastInsertId();
        boolean fits = reported >= 0 && reported + Math.max(0, ok.affectedRows() - 1) <= GlobalId.MAX_LOCAL;
        return fits
                ? null
                : new ServerError(
                        ErrorCode.AUTOINC_READ_FAILED,
                        "a new row has got the local id " + Long.toUnsignedString(reported)
                                + " or one behind it, which doesn't fit into the 36 bits of an id: roll back, or delete the row by the name of its"
                                + " shard's database");
    }
}
