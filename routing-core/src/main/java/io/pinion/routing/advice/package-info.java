/**
 * Advice for an unsharded database: its tables and the statements of a log → how the tables should be declared in a
 * sharded keyspace, and what would become of each statement. {@link io.pinion.routing.advice.Advisor} is the way in.
 *
 * <p>The one hard thing is to be right: no rule here says where a statement would go. A proposal is made a {@code
 * Catalog}, and the planner is asked.
 *
 * <p>Data flows twice: statements become shapes, of which the proposal is made; then each statement is planned under the
 * proposal and counted.
 */
@NullMarked
package io.pinion.routing.advice;

import org.jspecify.annotations.NullMarked;
