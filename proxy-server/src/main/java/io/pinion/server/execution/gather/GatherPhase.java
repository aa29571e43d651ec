package io.pinion.server.execution.gather;

import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.context.Execution;
import io.pinion.server.execution.fanout.FanOutExecution;

/** How far a gather is, and what it holds then. */
sealed interface GatherPhase {
    /** It waits for its turn, or for the connection on which rows are gathered. */
    record Waiting() implements GatherPhase {}

    /** It has a connection on which rows are gathered. */
    sealed interface Gathering extends GatherPhase {
        BackendConnection connection();
    }

    /** The gathering server executes Pinion's statements. */
    record Preparing(BackendConnection connection) implements Gathering {}

    /** Rows of a table are read. */
    record Fetching(BackendConnection connection, FanOutExecution reading) implements Gathering {}

    /** The gathering server executes the client's statement. */
    record Asking(BackendConnection connection, Execution asked) implements Gathering {}

    /** The client has its answer, or is gone. */
    record Over() implements GatherPhase {}
}
