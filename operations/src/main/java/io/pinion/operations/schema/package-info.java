/**
 * Changes of tables on every shard of a keyspace. {@link io.pinion.operations.schema.SchemaOperations} takes a
 * statement, {@link io.pinion.operations.schema.SchemaWorkflow} says in which steps it runs.
 *
 * <p>Data flows from the statement to one shard first, where an error shows before any other shard is touched; then to
 * the other shards, some at a time on each pair, with each step in the {@link io.pinion.operations.journal journal};
 * last into the topology, which changes only when no reader can be misled.
 *
 * <p>The one hard thing is a shard on which a change may have run when the proxy or the connection died. DDL isn't
 * transactional, so the shard's definition is compared with that of a shard that is certainly done.
 *
 * <p>Everything here blocks, on threads of its own.
 */
@NullMarked
package io.pinion.operations.schema;

import org.jspecify.annotations.NullMarked;
