/**
 * Bytes ↔ packets: framing, the primitive kinds of the protocol, and the scanner that finds an answer's end without
 * decoding it. The hard thing: one logical packet may be many physical ones, cut anywhere by the network, and only its
 * very first byte means anything.
 *
 * <p>Incoming bytes go through {@link io.pinion.protocol.frame.PacketFramer} (copied into logical packets when they
 * must be understood) or past {@link io.pinion.protocol.frame.AnswerScanner} (relayed as they are); outgoing packets
 * are framed by {@link io.pinion.protocol.frame.PacketWriter}. Whatever a peer sends wrongly becomes a
 * {@link io.pinion.protocol.frame.MalformedPacket}, never another exception.
 */
@NullMarked
package io.pinion.protocol.frame;

import org.jspecify.annotations.NullMarked;
