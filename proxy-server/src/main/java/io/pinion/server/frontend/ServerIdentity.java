package io.pinion.server.frontend;

import io.pinion.protocol.flags.Capabilities;

/**
 * Pinion's description of itself in its greeting.
 *
 * @param version such as {@code 10.11.9-pinion}: clients choose their first statements by it
 * @param collation the number of the collation that the greeting offers
 * @param capabilities in addition to those always offered: ways to compress, and those of the servers
 */
public record ServerIdentity(String version, int collation, Capabilities capabilities) {}
