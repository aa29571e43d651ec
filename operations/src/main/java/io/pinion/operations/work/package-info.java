/**
 * The threads on which operations wait for servers and for ZooKeeper, since event loops must not. Work flows from any
 * thread into a bounded queue; its result comes back as a completion stage. The one hard thing is the end: work under
 * way must finish in time, while none of its threads keeps the process alive.
 */
@NullMarked
package io.pinion.operations.work;

import org.jspecify.annotations.NullMarked;
