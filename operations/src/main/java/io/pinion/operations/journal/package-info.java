/**
 * The journal of operations that change servers step by step: the task, the progress and the lock of each. It is stored
 * in ZooKeeper, so that any proxy can show and resume an operation of another one.
 *
 * <p>Data flows from the running operation into the journal before each step, and from the journal to lists of
 * operations and to a resumed run.
 *
 * <p>The one hard thing is a proxy that dies between a step and its entry. So a step is entered as begun before it is
 * taken, and a resumed run checks on the servers how far a begun step came.
 */
@NullMarked
package io.pinion.operations.journal;

import org.jspecify.annotations.NullMarked;
