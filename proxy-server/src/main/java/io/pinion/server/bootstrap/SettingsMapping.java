package io.pinion.server.bootstrap;

import io.pinion.config.settings.LimitSettings;
import io.pinion.config.settings.ListenerSettings;
import io.pinion.config.settings.PairSettings;
import io.pinion.config.settings.PoolSettings;
import io.pinion.config.settings.Settings;
import io.pinion.operations.engine.CopyBounds;
import io.pinion.operations.engine.CopySpeed;
import io.pinion.server.ServerSettings;
import io.pinion.server.backend.PoolLimits;
import io.pinion.server.eventloop.EventLoops.Transport;
import io.pinion.server.frontend.ClientLimits;
import io.pinion.server.frontend.ListeningPlaces;
import io.pinion.server.frontend.LoginDelays;
import io.pinion.server.frontend.SocketFile;
import java.net.InetSocketAddress;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;

/** The settings in the form that the parts of a proxy take. */
final class SettingsMapping {
    private SettingsMapping() {}

    static ClientLimits clientLimits(Settings settings) {
        LimitSettings limits = settings.limits();
        return new ClientLimits(
                Math.toIntExact(limits.maxAllowedPacket().bytes()),
                settings.listener().loginTimeout().toMillis(),
                limits.writeTimeout().toMillis(),
                limits.readTimeout().toMillis(),
                limits.idleTimeout().toMillis(),
                limits.maxPreparedStatements());
    }

    static LoginDelays loginDelays(LimitSettings limits) {
        return new LoginDelays(
                limits.loginFailuresBeforeDelay(), limits.loginFailureDelay().toMillis());
    }

    static ServerSettings serverSettings(Settings settings, Certificates certificates) {
        ListenerSettings listener = settings.listener();
        PoolSettings pool = settings.pool();
        return new ServerSettings(
                new ListeningPlaces(
                        new InetSocketAddress(listener.address(), listener.port()),
                        listener.reusePort(),
                        listener.proxyProtocolFrom(),
                        listener.unixSocket()
                                .map(path -> new SocketFile(
                                        path, PosixFilePermissions.fromString(listener.unixSocketMode())))),
                Transport.of(settings.eventLoops().transport().name().toLowerCase(Locale.ROOT)),
                settings.eventLoops().threadCount(),
                pool.maxConnectionsPerServer(),
                new PoolLimits(
                        pool.waitTimeout().toMillis(),
                        pool.maxWaiters(),
                        pool.idleTimeout().toMillis(),
                        Math.toIntExact(pool.connectTimeout().toMillis()),
                        pool.maxOpening(),
                        pool.silenceTimeout().toMillis(),
                        Math.toIntExact(settings.limits().maxAllowedPacket().bytes())),
                certificates.servers(),
                settings.scatter());
    }

    static CopyBounds copyBounds(PairSettings pairs) {
        return new CopyBounds(CopySpeed.ofBytes(pairs.copySpeed().bytesPerSecond()), pairs.copyMaxRunning());
    }
}
