/** Rows of a database are carried into shards, and back, beside clients that write. */
@NullMarked
package io.pinion.integration.transfer;

import org.jspecify.annotations.NullMarked;
