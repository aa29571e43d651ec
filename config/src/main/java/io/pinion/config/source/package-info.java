/**
 * The sources of the topology document: ZooKeeper or a file.
 *
 * <p>A {@link io.pinion.config.source.TopologyStore} holds the text and changes it by compare-and-set. A {@link
 * io.pinion.config.source.TopologySource} watches a store and serves its last valid document. The hard thing: whatever
 * happens to the source (a bad document, a deleted node, an outage, a restore of old data), the last valid topology
 * goes on serving, and {@link io.pinion.config.source.SourceStatus} tells what is wrong.
 */
@NullMarked
package io.pinion.config.source;

import org.jspecify.annotations.NullMarked;
