package io.pinion.server.frontend;

import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.Collation;
import java.util.function.Predicate;

/**
 * Pinion's description of itself in its greeting.
 *
 * @param version such as {@code 10.11.9-pinion}: clients choose their first statements by it
 * @param collation the number of the collation that the greeting offers
 * @param capabilities in addition to those always offered: ways to compress, and those of the servers
 * @param known the collations that the servers know by name
 */
public record ServerIdentity(String version, int collation, Capabilities capabilities, Predicate<Collation> known) {}
