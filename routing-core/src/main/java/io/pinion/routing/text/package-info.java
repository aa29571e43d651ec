/**
 * One pass over a statement's bytes: its kind, its shape's fingerprint, and the places of its variable parts.
 *
 * <p>{@link io.pinion.routing.text.SqlTokenizer} makes a {@link io.pinion.routing.text.Statement}, which is all that a
 * cached plan needs; {@link io.pinion.routing.text.Tokens} serves the slow path. The hard thing is that bytes are
 * tokens only under {@link io.pinion.routing.text.lexer.TextRules}: sql_mode, the client's character set and the
 * server's version each change where a string, a name or a comment ends.
 *
 * <p>The {@code ?} of a prepared statement become literals like others by the {@link io.pinion.routing.text.Parameters}
 * that it is scanned with: their kinds are part of the shape, their values come beside the text.
 *
 * <p>The fingerprint is a hash of exactly the bytes outside the anchors, so two statements of one fingerprint differ in
 * their anchors only, and an edit of one can be applied to the other.
 */
@NullMarked
package io.pinion.routing.text;

import org.jspecify.annotations.NullMarked;
