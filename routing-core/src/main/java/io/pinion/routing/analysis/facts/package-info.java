/**
 * The facts of an analyzed statement: its tables, columns, conditions and results, each with its place in the text.
 * Data only: no class here knows the parser or the planner.
 */
@NullMarked
package io.pinion.routing.analysis.facts;

import org.jspecify.annotations.NullMarked;
