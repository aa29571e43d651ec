/**
 * What the names of a statement on logical tables mean, and how ids are rewritten for a shard.
 *
 * <p>The hard thing: an object's {@code id} exists in no shard, which has {@code local_id}; so every use of it must be
 * understood, and one that isn't is refused rather than guessed. Facts of the parser come in; edits and checks of
 * constants go out. Nothing here knows which shard it will be.
 */
@NullMarked
package io.pinion.routing.planner.names;

import org.jspecify.annotations.NullMarked;
