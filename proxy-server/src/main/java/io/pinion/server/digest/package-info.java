/** What statements of one shape have cost: counted on event loops, shown by {@code SHOW DIGESTS}. */
@NullMarked
package io.pinion.server.digest;

import org.jspecify.annotations.NullMarked;
