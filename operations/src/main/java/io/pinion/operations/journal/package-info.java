/**
 * The memory of operations that change servers step by step: what is to be done, how far it got, and who may go on. It lives
 * in ZooKeeper, so that any proxy can tell and resume what another one has begun and not ended.
 *
 * <p>The one hard thing: a proxy may die between a step and its entry. So a step is entered as begun before it is taken, and
 * what is begun and not done is looked at before it is taken again.
 */
@NullMarked
package io.pinion.operations.journal;

import org.jspecify.annotations.NullMarked;
