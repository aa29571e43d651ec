package io.pinion.server.admin;

import io.pinion.config.source.RegisteredProxy;
import java.time.Instant;
import java.util.List;

/**
 * The proxies of a cluster.
 *
 * @param asOf the time at which the list was read
 */
public record ProxyList(List<RegisteredProxy> proxies, Instant asOf) {
    public ProxyList {
        proxies = List.copyOf(proxies);
    }
}
