/**
 * Statements that define tables, read by their tokens: the tables that a {@code CREATE}, {@code ALTER} or {@code DROP}
 * names, a new table's columns and keys, and the declaration of its routing in a comment. The parser rejects much DDL
 * that servers accept, so it isn't used here.
 *
 * <p>The one hard thing is a name's meaning: {@code id} may be a column, an index or a part of an expression. The
 * caller refuses statements without a certain meaning.
 */
@NullMarked
package io.pinion.routing.definition;

import org.jspecify.annotations.NullMarked;
