package io.pinion.server.execution.context;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.RoutePlan;

/** What clients are told of plans that nothing can be done with. */
public final class Refusals {
    /** As a server says it to a client that hasn't asked for several statements in one text. */
    public static final ServerError NO_SEVERAL = new ServerError(
            ErrorCode.PARSE_ERROR,
            "You have an error in your SQL syntax: several statements in one text, which this command or this client's"
                    + " login doesn't allow");

    public static final ServerError UNPREPARABLE = new ServerError(
            ErrorCode.UNSUPPORTED_PS, "This command is not supported in the prepared statement protocol yet");

    private Refusals() {}

    /** What the client of a plan gets that is none, or {@code otherwise} for one that only its place has no use for. */
    public static ServerError of(RoutePlan plan, ServerError otherwise) {
        return plan instanceof RoutePlan.Refused refused ? of(refused) : otherwise;
    }

    public static ServerError of(RoutePlan.Refused refused) {
        return new ServerError(refused.code(), refused.sqlState(), refused.reason());
    }
}
