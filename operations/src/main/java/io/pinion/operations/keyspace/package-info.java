/**
 * Makes keyspaces over pairs, and takes empty ones away: {@link io.pinion.operations.keyspace.Keyspaces}.
 *
 * <p>The one hard thing: databases are made before the topology names them, and dropped once no proxy uses them any
 * more, so that whoever goes on behind a proxy that died finds either nothing or all of a keyspace.
 */
@NullMarked
package io.pinion.operations.keyspace;

import org.jspecify.annotations.NullMarked;
