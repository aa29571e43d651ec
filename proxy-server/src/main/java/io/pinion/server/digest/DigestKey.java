package io.pinion.server.digest;

import io.pinion.routing.text.Fingerprint;

/**
 * Whose statements one digest counts.
 *
 * @param shape what the statements have in common
 * @param keyspace the empty string when they belong to none
 * @param user of the topology
 * @param pair the empty string when they run on several, or the proxy answers them itself
 */
public record DigestKey(Fingerprint shape, String keyspace, String user, String pair) {
    @Override
    public int hashCode() {
        return ((shape.hashCode() * 31 + keyspace.hashCode()) * 31 + user.hashCode()) * 31 + pair.hashCode();
    }
}
