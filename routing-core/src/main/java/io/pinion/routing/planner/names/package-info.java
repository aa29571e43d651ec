/**
 * The meanings of the names in a statement on logical tables, and the rewriting of ids for a shard.
 *
 * <p>The hard thing: no shard has an object's {@code id}, only {@code local_id}; so every use of {@code id} must be
 * understood, and one that isn't is refused rather than guessed. Facts of the parser come in; edits and checks of
 * constants go out. Nothing here knows the shard.
 */
@NullMarked
package io.pinion.routing.planner.names;

import org.jspecify.annotations.NullMarked;
