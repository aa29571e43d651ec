package io.pinion.server.admin;

import io.pinion.config.source.RegisteredProxy;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The proxies of a cluster.
 *
 * @param asOf the time at which the list was read
 * @param missing the names of those that were there a while ago, and when each was seen last
 * @param generation the newest that one of them had a moment before, so that all others have had the time to adopt it
 * @param old whether nobody has told since
 */
public record ProxyList(
        List<RegisteredProxy> proxies, Instant asOf, Map<String, Instant> missing, long generation, boolean old) {
    public ProxyList {
        proxies = List.copyOf(proxies);
        missing = Collections.unmodifiableMap(new TreeMap<>(missing));
    }

    /** A list that was read now. */
    public ProxyList(List<RegisteredProxy> proxies, Instant asOf, Map<String, Instant> missing) {
        this(proxies, asOf, missing, newest(proxies), false);
    }

    private static long newest(List<RegisteredProxy> proxies) {
        return proxies.stream().mapToLong(RegisteredProxy::adopted).max().orElse(0);
    }

    /** Whether all proxies plan with the newest generation. */
    public boolean isEven() {
        return proxies.stream().allMatch(proxy -> proxy.adopted() >= generation);
    }

    /** The same with what was the newest generation before. */
    public ProxyList since(ProxyList before) {
        return new ProxyList(proxies, asOf, missing, before.generation, old);
    }

    /** The same when nobody tells a newer one. */
    public ProxyList asOld() {
        return new ProxyList(proxies, asOf, missing, generation, true);
    }
}
