package io.pinion.server.bootstrap;

import io.pinion.config.settings.Settings;
import io.pinion.config.source.RegisteredProxy;
import io.pinion.operations.export.ExportPlaces;
import io.pinion.server.PinionServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.Set;

/** How a proxy is known to the cluster. */
final class ProxyEntry {
    private ProxyEntry() {}

    /** The proxy's name in the journal before its port is open. */
    static String expectedName(Settings settings) {
        return nameOf(
                settings,
                settings.listener().address() + ":" + settings.listener().port());
    }

    /** The entry in the cluster's list of proxies. */
    static RegisteredProxy of(Settings settings, PinionServer running, String version) {
        String address = hostName(running.address()) + ":" + running.address().getPort();
        return new RegisteredProxy(
                nameOf(settings, address),
                address,
                version,
                Instant.now(),
                running.adoptedGeneration(),
                running.servedGeneration(),
                0,
                running.xaNames().proxy(),
                settings.pairs().promoteAutomatically().time().map(any -> Set.of()),
                ExportPlaces.settings(settings.exports()));
    }

    private static String nameOf(Settings settings, String address) {
        return settings.topology().name().orElseGet(() -> ownName(settings, address));
    }

    /** While one proxy takes a port over from another, both are in the list. */
    private static String ownName(Settings settings, String address) {
        return settings.listener().reusePort()
                ? address + "#" + ProcessHandle.current().pid()
                : address;
    }

    /** The address that clients of other machines can use: the host's name when the proxy listens on every address. */
    private static String hostName(InetSocketAddress listening) {
        if (!listening.getAddress().isAnyLocalAddress()) {
            return listening.getAddress().getHostAddress();
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
