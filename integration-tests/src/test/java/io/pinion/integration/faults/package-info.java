/**
 * Clients that write while proxies, servers and ZooKeeper are killed, stopped and cut off without a warning: what was acknowledged is
 * there, and nothing is there by half that wasn't told so.
 */
@NullMarked
package io.pinion.integration.faults;

import org.jspecify.annotations.NullMarked;
