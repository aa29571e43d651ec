/**
 * The list of operations of all kinds, and how an operator resumes, cancels or finishes one.
 *
 * <p>Calls flow from the admin interface and from clients' sessions to {@link io.pinion.operations.control.Operations},
 * which reads the {@code journal} and hands each action to the service for the operation's kind. Results flow back as
 * completion stages.
 *
 * <p>The one hard thing is visibility: a client sees only the operations that it may see ({@link
 * io.pinion.operations.control.Asker}).
 */
@NullMarked
package io.pinion.operations.control;

import org.jspecify.annotations.NullMarked;
