/**
 * Values of replication: places in logs, sets of transactions, what a channel does and what a standby lacks. Data only;
 * the dialects of the package above read them from servers.
 */
@NullMarked
package io.pinion.operations.server.replication;

import org.jspecify.annotations.NullMarked;
