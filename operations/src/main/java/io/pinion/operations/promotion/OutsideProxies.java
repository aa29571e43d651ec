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
 * Proxies that take no part in automatic promotions, and that are there or were a while ago: one that is cut off from
 * ZooKeeper isn't registered any more, and goes on as before, for it has been promised nothing else. One thread's.
 */
public final class OutsideProxies {
    /** Who is cut off for longer is looked after by somebody. */
    static final Duration REMEMBERED = Duration.ofHours(1);

    private final Map<String, Instant> lastSeen = new TreeMap<>();

    /** @param proxies all that are registered now */
    public void seen(List<RegisteredProxy> proxies, Instant now) {
        for (RegisteredProxy proxy : proxies) {
            if (proxy.silent().isEmpty()) {
                lastSeen.put(proxy.name(), now);
            } else {
                // It has been restarted with another setting.
                lastSeen.remove(proxy.name());
            }
        }
        lastSeen.values().removeIf(at -> at.plus(REMEMBERED).isBefore(now));
    }

    /** Their names. */
    public Set<String> names() {
        return new TreeSet<>(lastSeen.keySet());
    }
}
