/**
 * The journal of operations that change servers step by step: the task, the progress, and the lock of each. It lives in
 * ZooKeeper, so that any proxy can show and resume an operation that another one has begun.
 *
 * <p>The one hard thing: a proxy may die between a step and its entry. So a step is entered as begun before it is
 * taken, and a step that is begun and not done is looked at before it is taken again.
 */
@NullMarked
package io.pinion.operations.journal;

import org.jspecify.annotations.NullMarked;
