/**
 * The MySQL wire protocol as values: bytes in, records out, and back. Nothing here knows sockets, SQL or topology.
 *
 * <p>Bytes become packets in {@code frame}; a client's packets become commands in {@code client}, a server's become
 * answers in {@code server}; {@code auth} computes proofs, {@code flags} names bits and numbers. The hard thing: a
 * packet cannot be understood alone. The meaning of a first byte depends on the command and on the capabilities that
 * both sides agreed on, so every decoder is told what to expect.
 */
@NullMarked
package io.pinion.protocol;

import org.jspecify.annotations.NullMarked;
