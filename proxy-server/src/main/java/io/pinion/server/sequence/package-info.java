/**
 * Numbers that are unique over all shards and proxies. Each proxy takes them in blocks from a counter in the database
 * of a keyspace's lowest shard; {@link io.pinion.server.sequence.Sequences} gives them out. The rest of a block is a
 * gap when a proxy ends. The hard thing is that a counter may be lost or go back: a promotion may lose the last blocks,
 * and another shard may become the lowest. {@link io.pinion.server.sequence.Counter} then counts anew from the rows.
 */
@NullMarked
package io.pinion.server.sequence;

import org.jspecify.annotations.NullMarked;
