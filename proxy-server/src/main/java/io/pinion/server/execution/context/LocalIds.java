package io.pinion.server.execution.context;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.Ok;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.catalog.GlobalId;
import org.jspecify.annotations.Nullable;

/** The local ids that servers report of new rows, as parts of global ones. */
public final class LocalIds {
    private LocalIds() {}

    /** Why a global id can't be made of what a server has reported; null when it can, or when there is none. */
    public static @Nullable ServerError refusal(Ok ok) {
        // Of several rows the server tells the first.
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
