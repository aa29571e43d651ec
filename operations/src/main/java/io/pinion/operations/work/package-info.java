/** The threads on which operations wait for servers and for ZooKeeper, since event loops must not. */
@NullMarked
package io.pinion.operations.work;

import org.jspecify.annotations.NullMarked;
