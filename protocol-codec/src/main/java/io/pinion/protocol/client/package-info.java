/**
 * The packets of clients: the login and the commands. The hard thing: the login's layout depends on capabilities that
 * the login itself carries. Texts stay in the buffer that they came in, so that reading a statement of megabytes copies
 * nothing.
 *
 * <p>{@link io.pinion.protocol.client.LoginRequest} reads a connection's first packet,
 * {@link io.pinion.protocol.client.ClientCommandDecoder} every packet after login.
 */
@NullMarked
package io.pinion.protocol.client;

import org.jspecify.annotations.NullMarked;
