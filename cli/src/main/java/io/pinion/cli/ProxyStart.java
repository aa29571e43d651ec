package io.pinion.cli;

import io.pinion.config.settings.Settings;
import io.pinion.config.source.TopologyUnavailable;
import io.pinion.config.topology.Secrets;
import io.pinion.server.bootstrap.RunningProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;

/** Starts a proxy for a command, and explains a failure. */
final class ProxyStart {
    private ProxyStart() {}

    static RunningProxy start(Settings settings, CliEnvironment environment) throws CliFailure, TopologyUnavailable {
        try {
            return RunningProxy.start(settings, new Secrets(environment.variables()::apply), Version.number());
        } catch (UncheckedIOException | IOException | IllegalArgumentException e) {
            throw new CliFailure(FailureText.of(e), e);
        }
    }

    /** {@code host:port}; the wildcard address is shown as one that a client can use. */
    static String text(InetSocketAddress address) {
        String host = address.getAddress().isAnyLocalAddress()
                ? "127.0.0.1"
                : address.getAddress().getHostAddress();
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + address.getPort();
    }
}
