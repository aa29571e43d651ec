/**
 * The logical catalog: SHOW, DESCRIBE, EXPLAIN and {@code information_schema}.
 *
 * <p>The hard thing is that tools compare answers: keyspaces are shown as databases and each table once, with
 * {@code id} where the logical table has it, in the columns and the order of the servers' own answers. The catalog and
 * the session's rights come in; rows go out, or a query for a server with rows in the place of its tables.
 */
@NullMarked
package io.pinion.routing.planner.show;

import org.jspecify.annotations.NullMarked;
