/** Connections to clients and servers: logins, limits, lost ones, KILL, restarts of the proxy. */
@NullMarked
package io.pinion.integration.connections;

import org.jspecify.annotations.NullMarked;
