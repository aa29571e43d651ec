package io.pinion.server.backend;

import io.pinion.config.topology.Server;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import org.jspecify.annotations.Nullable;

/** The errors for a session that gets no connection from a pool. */
record NoConnection(String pair, Server server) {
    ServerError retired() {
        return new ServerError(
                ErrorCode.UNKNOWN_ERROR, "server " + server.name() + " is no longer the primary of pair " + pair);
    }

    ServerError unopened(ServerError why) {
        return new ServerError(
                ErrorCode.UNKNOWN_ERROR,
                "no connection to the primary of pair " + pair + ", so the statement has not run: " + why.message());
    }

    /** A proxy that has just started gives this error, too. */
    ServerError noLease() {
        return new ServerError(
                ErrorCode.UNKNOWN_ERROR,
                "this proxy is cut off from ZooKeeper, so that the primary of pair " + pair
                        + " may be replaced without its knowledge (pairs.promote_automatically), and the statement has not"
                        + " run: connect to another proxy, or try again when ZooKeeper is back (SHOW TOPOLOGY STATUS)");
    }

    /** @param waited the wait's length, in words */
    ServerError held(String waited) {
        return new ServerError(
                ErrorCode.UNKNOWN_ERROR,
                "statements for pair " + pair + " are held, as while its primary changes, and this one has not run ("
                        + waited + "): try again; SHOW PAIRS says whether the topology still holds them");
    }

    /**
     * @param what the end of the wait, in words
     * @param counts the pool's numbers, in words
     * @param lastFailure of the last attempt to open a connection; null when it succeeded
     */
    ServerError noneFree(String what, String counts, @Nullable ServerError lastFailure) {
        String failure = lastFailure == null ? "" : "; the last attempt to open one failed: " + lastFailure.message();
        return new ServerError(
                ErrorCode.CON_COUNT,
                "no connection to server " + server.name() + " of pair " + pair + " became free (" + what + "): "
                        + counts + failure);
    }
}
