/**
 * What the servers have that the topology doesn't state: columns, indexes and definitions of the tables of sharded keyspaces.
 * A thread of its own reads one shard of each from time to time, and when something hints at a change; event loops are only
 * handed what it found, as a new {@link io.pinion.routing.catalog.Catalog}.
 */
@NullMarked
package io.pinion.server.schema;

import org.jspecify.annotations.NullMarked;
