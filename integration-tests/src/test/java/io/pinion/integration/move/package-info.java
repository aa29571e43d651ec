/** MOVE SHARDS while clients write, with its commands, fences and held shards. */
@NullMarked
package io.pinion.integration.move;

import org.jspecify.annotations.NullMarked;
