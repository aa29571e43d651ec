/** OPEN SHARDS, also with reference tables and beside clients that write. */
@NullMarked
package io.pinion.integration.opening;

import org.jspecify.annotations.NullMarked;
