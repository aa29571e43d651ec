package io.pinion.operations.export.store;

import java.net.URI;
import java.util.Optional;

/**
 * How buckets are reached.
 *
 * @param endpoint of a service other than Amazon's
 * @param region empty for that of the environment
 * @param key empty for what the SDK finds: environment, profile, or the machine's role
 */
public record S3Login(Optional<URI> endpoint, Optional<String> region, Optional<Key> key) {
    /** An access key. */
    public record Key(String id, String secret) {
        @Override
        public String toString() {
            return id;
        }
    }
}
