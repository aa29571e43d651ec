/**
 * Definitions of tables of a sharded keyspace: the conditions for them, and the text that each shard runs.
 *
 * <p>The hard thing is to refuse early what would otherwise fail half done: keys must place rows as the topology says,
 * and a table that is possible on one shard may be impossible for a keyspace. Each statement is planned anew, since its
 * literals matter.
 */
@NullMarked
package io.pinion.routing.planner.schema;

import org.jspecify.annotations.NullMarked;
