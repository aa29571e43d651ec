package io.pinion.server.execution.load;

import io.pinion.protocol.server.ServerError;
import io.pinion.server.execution.fanout.FanOutExecution;

/** The phase of one LOAD DATA LOCAL: how its next row, a kill and its client's end are taken. */
sealed interface LoadPhase {
    /** Rows of the file are read and held. */
    record Reading() implements LoadPhase {}

    /** The file waits for the sequence. */
    record Asking() implements LoadPhase {}

    /** The held rows are being loaded into their shards. */
    record Loading(FanOutExecution step) implements LoadPhase {}

    record Committing() implements LoadPhase {}

    /** What was loaded is being undone; the rest of the file is thrown away. */
    record Undoing(ServerError reason) implements LoadPhase {}

    /** Everything is undone. The client is told when it has sent all of its file. */
    record Failed(ServerError reason) implements LoadPhase {}

    /** The client has its answer, or has gone. */
    record Over() implements LoadPhase {}
}
