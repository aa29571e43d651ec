package io.pinion.server.execution.context;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.server.planning.NotPlannedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The errors for plans that can't be executed. */
public final class ExecutionRefusals {
    /** As a server says it to a client without the capability for several statements in one text. */
    public static final ServerError NO_SEVERAL = new ServerError(
            ErrorCode.PARSE_ERROR,
            "You have an error in your SQL syntax: several statements in one text, which this command or this client's"
                    + " login doesn't allow");

    public static final ServerError UNPREPARABLE = new ServerError(
            ErrorCode.UNSUPPORTED_PS, "This command is not supported in the prepared statement protocol yet");

    /** A prepared text that servers would read by the rules of now, in full or where they prepare it anew. */
    public static final ServerError READ_OTHERWISE = new ServerError(
            ErrorCode.NOT_SUPPORTED_YET,
            "the character set or the sql_mode has changed since PREPARE, so that the text would be read otherwise:"
                    + " PREPARE it again");

    /** Servers say so before they look for rows, of which there may be none, and before they begin a transaction. */
    public static final ServerError READ_ONLY = new ServerError(
            ErrorCode.CANT_EXECUTE_IN_READ_ONLY_TRANSACTION, "Cannot execute statement in a READ ONLY transaction");

    private static final Logger log = LoggerFactory.getLogger(ExecutionRefusals.class);

    private ExecutionRefusals() {}

    /** The error of a statement whose planning has failed. */
    public static ServerError unplanned(Throwable why) {
        if (why instanceof NotPlannedException told) {
            return told.error();
        }
        log.error("Planning failed", why);
        return new ServerError(
                ErrorCode.INTERNAL_ERROR, "Pinion can't plan this statement because of a mistake of its own: " + why);
    }

    /** Null when servers take the text that Pinion has written for them, such as with values that were bound. */
    public static @Nullable ServerError tooLong(SessionContext session, byte[] sql) {
        int most = session.cluster().pools().limits().maxTextBytes();
        return sql.length <= most
                ? null
                : new ServerError(
                        ErrorCode.NET_PACKET_TOO_LARGE,
                        "Got a packet bigger than 'max_allowed_packet' bytes: with its values written out, this statement"
                                + " has " + sql.length + " bytes, and servers take " + most
                                + " (limits.max_allowed_packet); it has not run: send fewer rows at a time, or shorter values");
    }

    /** The error of a refused plan, or {@code otherwise} for a plan that only this place can't execute. */
    public static ServerError of(RoutePlan plan, ServerError otherwise) {
        return plan instanceof RoutePlan.Refused refused ? of(refused) : otherwise;
    }

    public static ServerError of(RoutePlan.Refused refused) {
        return new ServerError(refused.code(), refused.sqlState(), refused.reason());
    }
}
