/**
 * Statements that define tables, read by their tokens: which tables a {@code CREATE}, {@code ALTER}, {@code DROP} names, which
 * columns and keys a new table has, and what a comment declares of its routing. The parser rejects much DDL that servers
 * accept, so it isn't asked.
 *
 * <p>The one hard thing is a name's meaning: {@code id} may be a column, an index or a part of an expression. What isn't
 * certain is left to the caller to refuse.
 */
@NullMarked
package io.pinion.routing.definition;

import org.jspecify.annotations.NullMarked;
