/**
 * LOAD DATA LOCAL over several shards: the client's file is cut into rows, which go to their shards a step at a time ({@link
 * io.pinion.server.execution.load.LoadExecution}).
 */
@NullMarked
package io.pinion.server.execution.load;

import org.jspecify.annotations.NullMarked;
