/**
 * Puts a proxy together: {@link io.pinion.server.bootstrap.RunningProxy} opens the topology, asks the servers, starts
 * {@link io.pinion.server.PinionServer} and what runs beside it, and closes all in the opposite order. The other classes join parts that
 * don't know each other, such as admin statements with what they show. Of statements only those for Pinion itself pass here:
 * {@code AdminService} gives them to {@code AdminCommands}, and is what they see of the proxy.
 */
@NullMarked
package io.pinion.server.bootstrap;

import org.jspecify.annotations.NullMarked;
