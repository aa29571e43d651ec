/**
 * Key → shard. A keyspace chooses its function by name and never changes it: the wrong one silently reads an empty
 * shard. To add one, write a class with known answers and name it in {@link ShardFunctions}.
 */
@NullMarked
package io.pinion.routing.function;

import org.jspecify.annotations.NullMarked;
