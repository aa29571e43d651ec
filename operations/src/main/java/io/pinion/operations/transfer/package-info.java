/**
 * {@code IMPORT DATABASE}: the tables of an unsharded database become a sharded keyspace of the same name, while clients
 * use them: {@link io.pinion.operations.transfer.Imports}.
 *
 * <p>The one hard thing is the moment in which the name gets its other meaning. Until then the topology says of the
 * keyspace that it is importing, and clients see the database: at home as ever, on another pair as a single keyspace.
 * In the hand-over statements for its pair wait, the database refuses writes, the shards get what they lack, and one
 * generation of the topology gives the name to the keyspace. The same the other way round is the way back.
 */
@NullMarked
package io.pinion.operations.transfer;

import org.jspecify.annotations.NullMarked;
