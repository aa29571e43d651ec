/**
 * What is known of a statement once it is analyzed: its tables, columns, conditions and results, each with its place in the text. Data
 * only: no class here knows the parser, or who reads it.
 */
@NullMarked
package io.pinion.routing.analysis.facts;

import org.jspecify.annotations.NullMarked;
