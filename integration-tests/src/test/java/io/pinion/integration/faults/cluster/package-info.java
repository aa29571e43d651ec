/** Real servers, a real ZooKeeper and proxies, all processes, with lines between them that can be cut. */
@NullMarked
package io.pinion.integration.faults.cluster;

import org.jspecify.annotations.NullMarked;
