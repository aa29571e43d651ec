/**
 * Definitions of tables of a sharded keyspace: what must hold, and the text that each shard runs.
 *
 * <p>The hard thing is to refuse early what would be found half done: keys must place rows as the topology says, and
 * what one shard would accept alone is no table of a keyspace. Each statement is read anew, since what its literals
 * say matters.
 */
@NullMarked
package io.pinion.routing.planner.schema;

import org.jspecify.annotations.NullMarked;
