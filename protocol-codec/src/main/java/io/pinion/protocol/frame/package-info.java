/**
 * Bytes ↔ packets: framing, the primitive kinds of the protocol, and the scanner that finds an answer's end without
 * decoding it. The hard thing: one logical packet may be many physical ones, cut anywhere by the network, and only its
 * very first byte tells its kind.
 *
 * <p>Incoming bytes go through {@link io.pinion.protocol.frame.PacketFramer} (cut into logical packets that are
 * decoded) or past {@link io.pinion.protocol.frame.AnswerScanner} (relayed unchanged); outgoing packets are framed by
 * {@link io.pinion.protocol.frame.PacketWriter}. Bad input from a peer becomes a
 * {@link io.pinion.protocol.frame.MalformedPacket}, never another exception.
 */
@NullMarked
package io.pinion.protocol.frame;

import org.jspecify.annotations.NullMarked;
