/** Keyspaces made and dropped by statement. */
@NullMarked
package io.pinion.integration.keyspace;

import org.jspecify.annotations.NullMarked;
