/**
 * What a client sends: its login and its commands. The hard thing: the login's layout depends on capabilities that the
 * login itself carries, and texts stay in the buffer they came in, since a statement of megabytes is not copied to be
 * looked at.
 *
 * <p>{@link io.pinion.protocol.client.LoginRequest} reads a connection's first packet, {@link
 * io.pinion.protocol.client.ClientCommandDecoder} every packet after login.
 */
@NullMarked
package io.pinion.protocol.client;

import org.jspecify.annotations.NullMarked;
