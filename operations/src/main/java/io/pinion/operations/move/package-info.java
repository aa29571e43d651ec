/**
 * Moves shards to another pair while clients use them: the other pair gets a copy, replicates, is compared, and takes
 * over in a moment in which statements for the shards wait.
 */
@NullMarked
package io.pinion.operations.move;

import org.jspecify.annotations.NullMarked;
