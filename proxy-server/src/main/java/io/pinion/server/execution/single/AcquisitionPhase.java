package io.pinion.server.execution.single;

import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.context.BackendRequest;
import java.util.Optional;

/**
 * The phases of a {@link ConnectionAcquisition}.
 *
 * <pre>
 *   Choosing (by {@link ConnectionChoice}: the session's own, an idle one, wait in line, another pair)
 *     ──▶ Preparing (by {@link Prelude}, when its commands may fail; a lost connection is replaced once)
 *     ──▶ Ready
 *   Over: refused or cancelled before
 * </pre>
 */
public sealed interface AcquisitionPhase {
    /** There is no connection yet: one is being chosen, or the pool's line has one in its turn. */
    record Choosing() implements AcquisitionPhase {}

    /** Commands that may fail are under way. */
    record Preparing(BackendConnection connection, Prelude prelude) implements AcquisitionPhase {}

    /**
     * Commands are queued after the settings. The requester must settle the connection.
     *
     * @param run the request that the connection is for
     * @param asItIs nothing was sent before the statement; a deferred transaction stays deferred
     */
    record Ready(BackendConnection connection, BackendRequest run, boolean asItIs) implements AcquisitionPhase {}

    /**
     * The acquisition was refused, or its requester has given up.
     *
     * @param left a connection on which commands are still under way
     */
    record Over(Optional<BackendConnection> left) implements AcquisitionPhase {}
}
