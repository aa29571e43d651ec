package io.pinion.operations.promotion;

import io.pinion.config.source.RegisteredProxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Proxies that take no part in automatic promotions and are registered, or were within {@link #REMEMBERED}. Such a
 * proxy goes on using the old primary after it was cut off from ZooKeeper, when it isn't registered any more. For one
 * thread.
 */
public final class OutsideProxies {
    /** An operator looks after a proxy that is cut off for longer. */
    static final Duration REMEMBERED = Duration.ofHours(1);

    private final Map<String, Instant> lastSeen = new TreeMap<>();

    /** @param proxies all registered proxies */
    public void seen(List<RegisteredProxy> proxies, Instant now) {
        for (RegisteredProxy proxy : proxies) {
            if (proxy.silent().isEmpty()) {
                lastSeen.put(proxy.name(), now);
            } else {
                // The proxy has been restarted with the setting on.
                lastSeen.remove(proxy.name());
            }
        }
        lastSeen.values().removeIf(at -> at.plus(REMEMBERED).isBefore(now));
    }

    public Set<String> names() {
        return new TreeSet<>(lastSeen.keySet());
    }
}
