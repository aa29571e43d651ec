package io.pinion.server.frontend;

import io.pinion.protocol.flags.Capabilities;

/**
 * What Pinion says of itself in its greeting.
 *
 * @param version such as {@code 10.11.9-pinion}: clients choose their first statements by it
 * @param collation the number of the collation that the greeting offers
 * @param capabilities what is offered beside what always is: ways to compress, and what the servers have
 */
public record ServerIdentity(String version, int collation, Capabilities capabilities) {}
