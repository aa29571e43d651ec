/**
 * LOAD DATA LOCAL over several shards: the client's file is cut into rows, which are loaded into their shards step by
 * step ({@link io.pinion.server.execution.load.LoadExecution}).
 */
@NullMarked
package io.pinion.server.execution.load;

import org.jspecify.annotations.NullMarked;
