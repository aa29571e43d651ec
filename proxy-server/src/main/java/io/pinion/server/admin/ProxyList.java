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
 * @param old whether nobody has told since
 */
public record ProxyList(List<RegisteredProxy> proxies, Instant asOf, Map<String, Instant> missing, boolean old) {
    public ProxyList {
        proxies = List.copyOf(proxies);
        missing = Collections.unmodifiableMap(new TreeMap<>(missing));
    }

    /** A list that was read now. */
    public ProxyList(List<RegisteredProxy> proxies, Instant asOf, Map<String, Instant> missing) {
        this(proxies, asOf, missing, false);
    }

    /** The same when nobody tells a newer one. */
    public ProxyList asOld() {
        return new ProxyList(proxies, asOf, missing, true);
    }
}
