/**
 * Changes of tables on every shard of a keyspace. A change runs on one shard first: what is wrong with it shows there,
 * and nothing else has been touched. Then it runs on the others, some at a time on each pair, and each step is in the
 * {@link io.pinion.operations.journal journal}. What the topology says of the tables changes when no reader can be
 * misled.
 *
 * <p>The one hard thing is a shard on which a change may have run, since the proxy or the connection died meanwhile:
 * DDL isn't transactional, so that its definition is compared with that of a shard which is certainly done.
 *
 * <p>Everything here blocks, on threads of its own.
 */
@NullMarked
package io.pinion.operations.schema;

import org.jspecify.annotations.NullMarked;
