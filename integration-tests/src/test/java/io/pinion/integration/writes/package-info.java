/** Inserts, updates and deletes of sharded tables, beside the same statements on one server. */
@NullMarked
package io.pinion.integration.writes;

import org.jspecify.annotations.NullMarked;
