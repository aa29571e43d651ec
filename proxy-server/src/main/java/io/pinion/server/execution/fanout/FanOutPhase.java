package io.pinion.server.execution.fanout;

import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.RoutePlan;

/**
 * The phase of one statement on several shards.
 *
 * <pre>
 *   Waiting ──▶ Running ──▶ Settling ──▶ Answering ──▶ Over
 *                │  ▲ └─▶ Sorting: the statements end, and others run
 *                │  └──────────┘
 *                └─▶ Failing or Killed ──▶ Settling ──▶ Over
 * </pre>
 */
sealed interface FanOutPhase {
    /** The statement waits for its turn. */
    record Waiting() implements FanOutPhase {}

    record Running() implements FanOutPhase {}

    /** Pinion can't hold the rows to be sorted: once the running statements have ended, this plan runs instead. */
    record Sorting(RoutePlan.FanOut streams) implements FanOutPhase {}

    /** The running statements end, and then the client gets the error. */
    record Failing(ServerError reason) implements FanOutPhase {}

    /** KILL QUERY: the running statements end. */
    record Killed() implements FanOutPhase {}

    /** Every pipeline is done; the transaction around the statement isn't yet. */
    record Settling() implements FanOutPhase {}

    /** No server is needed any more; the client takes the rest of the rows. */
    record Answering() implements FanOutPhase {}

    /** The client has its answer, or has gone. */
    record Over() implements FanOutPhase {}
}
