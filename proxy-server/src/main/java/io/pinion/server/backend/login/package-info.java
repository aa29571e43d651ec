/**
 * Opens a connection and logs in: names are resolved off the event loop, then TLS, then the handshake. The result is a
 * {@link io.pinion.server.backend.BackendConnection} in the state that its pool expects, or the reason why there is
 * none.
 */
@NullMarked
package io.pinion.server.backend.login;

import org.jspecify.annotations.NullMarked;
