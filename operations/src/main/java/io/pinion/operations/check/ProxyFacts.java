package io.pinion.operations.check;

import io.pinion.config.settings.Settings;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.util.OptionalLong;

/**
 * What of a proxy matters to servers, and what it has itself.
 *
 * @param proxies how many the cluster has, all of which are taken to have the same settings
 * @param openFiles how many files and sockets its process may have open; empty where the system doesn't say
 */
record ProxyFacts(Settings settings, int proxies, OptionalLong openFiles, long heapBytes) {
    static ProxyFacts ofThisProcess(Settings settings, int proxies) {
        return new ProxyFacts(
                settings, Math.max(1, proxies), ofSystem(), Runtime.getRuntime().maxMemory());
    }

    private static OptionalLong ofSystem() {
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        return system instanceof com.sun.management.UnixOperatingSystemMXBean unix
                ? OptionalLong.of(unix.getMaxFileDescriptorCount())
                : OptionalLong.empty();
    }
}
