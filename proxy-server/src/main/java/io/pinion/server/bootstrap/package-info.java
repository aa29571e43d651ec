/**
 * Puts a proxy together: {@link io.pinion.server.bootstrap.RunningProxy} opens the topology, asks the servers, starts
 * {@link io.pinion.server.PinionServer} and what runs beside it, and closes all in the opposite order. The other classes join parts that
 * don't know each other, such as admin statements with what they show. Nothing here is on a statement's way.
 */
@NullMarked
package io.pinion.server.bootstrap;

import org.jspecify.annotations.NullMarked;
