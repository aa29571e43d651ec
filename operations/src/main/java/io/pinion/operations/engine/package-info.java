/**
 * One way to run an operation, whatever it does. A workflow says its steps in order; the runner locks what they change,
 * enters each step in the journal before anything of it is done, goes on where an earlier attempt has ended, undoes the
 * steps when somebody gives the operation up, and explains the same list.
 *
 * <p>An {@link io.pinion.operations.engine.OperationDefinition} has the statements that people type, and what a proxy starts
 * for them; a statement reads a request. Requests flow by their class from {@link io.pinion.operations.engine.RequestKinds} to a workflow's way in, calls
 * from there to {@link io.pinion.operations.engine.OperationRunner}, and from there to its
 * {@link io.pinion.operations.engine.Step steps}, which work with one {@link io.pinion.operations.engine.Attempt} and
 * tell the journal through {@link io.pinion.operations.engine.RunningOperation}.
 *
 * <p>The one hard thing is that two attempts may run at once for a moment: a proxy that was stalled wakes up behind
 * another one that has gone on. So the journal refuses the writes of an older attempt, the topology is changed under a
 * check of the lock, and servers end the connections of an older attempt before a new one begins.
 */
@NullMarked
package io.pinion.operations.engine;

import org.jspecify.annotations.NullMarked;
