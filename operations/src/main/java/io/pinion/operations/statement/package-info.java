/**
 * What operators type: statements, read by the very syntax line that {@code HELP PINION} prints.
 *
 * <p>A {@link io.pinion.operations.statement.SyntaxLine} is made of {@link io.pinion.operations.statement.SyntaxPart parts};
 * it reads {@link io.pinion.operations.statement.StatementTokens} into {@link
 * io.pinion.operations.statement.StatementArguments}, or refuses them with the place and what was expected there.
 *
 * <p>The one hard thing is the refusal: of all ways in which a statement could go on, the one that came farthest tells what
 * was meant, and no secret is shown.
 */
@NullMarked
package io.pinion.operations.statement;

import org.jspecify.annotations.NullMarked;
