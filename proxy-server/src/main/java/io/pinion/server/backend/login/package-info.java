/**
 * From an address to a connection that is logged in: names are resolved off the event loop, then TLS, then the handshake. What comes
 * out is a {@link io.pinion.server.backend.BackendConnection} in the state that its pool expects, or a reason why there is none.
 */
@NullMarked
package io.pinion.server.backend.login;

import org.jspecify.annotations.NullMarked;
