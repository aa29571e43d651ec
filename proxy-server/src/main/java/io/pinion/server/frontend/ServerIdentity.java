package io.pinion.server.frontend;

/**
 * What Pinion says of itself in its greeting.
 *
 * @param version such as {@code 10.11.9-pinion}: clients choose their first statements by it
 * @param collation the number of the collation that the greeting offers
 */
public record ServerIdentity(String version, int collation) {}
