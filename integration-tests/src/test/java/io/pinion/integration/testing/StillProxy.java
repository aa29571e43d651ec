package io.pinion.integration.testing;

import io.pinion.config.source.ProxyRegistration;
import io.pinion.config.source.ProxyRegistry;
import io.pinion.config.source.RegisteredProxy;
import io.pinion.server.testing.Conditions;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** A proxy that is registered and learns of nothing, as one that stands still or was cut off from ZooKeeper a moment ago. */
public final class StillProxy implements AutoCloseable {
    private static final String NAME = "still";

    private final ProxyRegistration registration;

    private StillProxy(ProxyRegistration registration) {
        this.registration = registration;
    }

    /** Returns when it is registered. */
    public static StillProxy in(ProxyRegistry registry) throws Exception {
        ProxyRegistration registration = registry.register(new RegisteredProxy(
                NAME, "127.0.0.1:1", "test", Instant.now(), 1, 1, 1, NAME, Optional.empty(), Set.of()));
        Conditions.await(
                () -> registry.list().stream().anyMatch(proxy -> proxy.name().equals(NAME)));
        return new StillProxy(registration);
    }

    public String name() {
        return NAME;
    }

    @Override
    public void close() {
        registration.close();
    }
}
