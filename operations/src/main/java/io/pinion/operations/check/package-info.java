/**
 * Checks of all servers, for {@code CHECK SERVERS} and {@code REPAIR SERVERS}.
 *
 * <p>{@link io.pinion.operations.check.ServerQuestions} asks every server for its facts, all at once; each {@link
 * io.pinion.operations.check.ServerCheck} of the list makes findings of the facts without asking anybody; {@link
 * io.pinion.operations.check.ServerDiagnosis} answers with them, and does the cures that are safe.
 *
 * <p>The one hard thing is to say nothing of a cluster that is well, and one thing of each fault.
 */
@NullMarked
package io.pinion.operations.check;

import org.jspecify.annotations.NullMarked;
