/**
 * What is wrong with a server or the cluster, and what ends it: data only. Findings flow from the health of pairs and from
 * the checks of {@code CHECK SERVERS} to people, and those with a {@link io.pinion.operations.server.finding.Cure.Safe}
 * cure to {@code REPAIR SERVERS}. The one hard thing is to know which cures no client notices.
 */
@NullMarked
package io.pinion.operations.server.finding;

import org.jspecify.annotations.NullMarked;
