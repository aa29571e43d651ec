/** The keys of changed rows in events of a binary log. */
@NullMarked
package io.pinion.operations.transfer.binlog;

import org.jspecify.annotations.NullMarked;
