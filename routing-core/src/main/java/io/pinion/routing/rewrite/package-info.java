/**
 * Edits of token ranges in the client's own bytes; a statement is never printed from a tree. An
 * {@link io.pinion.routing.rewrite.Edit} is made once per shape, at a place that is valid for every statement of that
 * shape, and is filled in with the values of each.
 */
@NullMarked
package io.pinion.routing.rewrite;

import org.jspecify.annotations.NullMarked;
