/** PROMOTE PAIR, planned, forced and automatic; restarted primaries; ZooKeeper away. */
@NullMarked
package io.pinion.integration.promotion;

import org.jspecify.annotations.NullMarked;
