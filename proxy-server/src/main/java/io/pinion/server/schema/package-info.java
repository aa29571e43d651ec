/**
 * The schema that the servers have and the topology doesn't state: columns, indexes and definitions of the tables of
 * sharded keyspaces. A thread of its own reads one shard of each keyspace periodically, and when a statement hints at a
 * change. Event loops only get the result, as a new {@link io.pinion.routing.catalog.Catalog}.
 */
@NullMarked
package io.pinion.server.schema;

import org.jspecify.annotations.NullMarked;
