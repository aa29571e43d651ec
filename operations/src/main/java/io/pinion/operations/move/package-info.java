/**
 * Moves shards to another pair while clients use them.
 *
 * <p>{@link io.pinion.operations.move.MoveWorkflow} says the steps. Data flows from the old pair to the new one: {@link io.pinion.operations.move.MoveCopy} copies the shards and lets the
 * new pair replicate clients' writes; both sides are compared. Then {@link io.pinion.operations.move.CutOver} hands
 * the shards over while statements for them are held. Afterwards data flows back, so that the old copy stays current
 * until {@link io.pinion.operations.move.MoveEnding} drops it or moves the shards back.
 *
 * <p>The one hard thing is the hand-over: no acknowledged write may be lost, and no row may be written on both pairs,
 * even if the proxy that runs the move stalls or dies in the middle.
 */
@NullMarked
package io.pinion.operations.move;

import org.jspecify.annotations.NullMarked;
