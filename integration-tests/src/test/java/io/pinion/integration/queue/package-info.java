/** Queue tables: their partitions made and dropped on real servers, under load and by clocks of the tests. */
@NullMarked
package io.pinion.integration.queue;

import org.jspecify.annotations.NullMarked;
