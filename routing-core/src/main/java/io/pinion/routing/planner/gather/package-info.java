/**
 * Statements whose rows are gathered on one server, which then runs them.
 *
 * <p>The hard thing is to read as few rows as possible and never one too few: conditions go along with each table's
 * fetch only where they hold for it alone, and keys found first bound later fetches. Facts of a query come in, a
 * {@code GatherRoute} goes out, or null when a table's columns aren't known.
 */
@NullMarked
package io.pinion.routing.planner.gather;

import org.jspecify.annotations.NullMarked;
