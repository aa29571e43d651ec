/**
 * Values of replication: positions in binary logs, GTID sets, the state of a channel, and the lag of a standby. Data
 * only, without I/O.
 *
 * <p>The dialects of the package above read these values from servers, and the operations decide by them.
 *
 * <p>The one hard thing is to compare the transactions of two servers: MySQL's and MariaDB's GTIDs count differently,
 * and a standby can have transactions that its primary has lost ({@link
 * io.pinion.operations.server.replication.GtidSet}).
 */
@NullMarked
package io.pinion.operations.server.replication;

import org.jspecify.annotations.NullMarked;
