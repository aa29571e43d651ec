package io.pinion.config.settings;

import java.time.Duration;

/**
 * Connections to the servers.
 *
 * @param maxConnectionsPerServer over all event loops; keep the sum over all proxies below the server's
 *     {@code max_connections}
 * @param waitTimeout how long a statement waits for a connection before it fails
 * @param maxWaiters how many sessions of one event loop may wait at a time
 * @param idleTimeout after how long an unused connection is closed; keep it below the servers' {@code wait_timeout}
 * @param connectTimeout how long opening a connection may take, and logging in again as long
 * @param maxOpening how many connections one event loop opens at a time
 * @param silenceTimeout how long a server may say nothing while a statement runs there before the statement is given up;
 *     0 for as long as it takes, since an ALTER TABLE may be silent for hours
 * @param tls whether connections to servers are encrypted: off, or required with any certificate
 */
public record PoolSettings(
        int maxConnectionsPerServer,
        Duration waitTimeout,
        int maxWaiters,
        Duration idleTimeout,
        Duration connectTimeout,
        int maxOpening,
        Duration silenceTimeout,
        ServerTls tls) {
    public static final PoolSettings DEFAULT = new PoolSettings(
            100,
            Duration.ofSeconds(5),
            10_000,
            Duration.ofSeconds(60),
            Duration.ofSeconds(3),
            16,
            Duration.ZERO,
            ServerTls.OFF);

    /** Whether connections to servers are encrypted. */
    public enum ServerTls {
        OFF,
        REQUIRED
    }

    public PoolSettings {
        WrongSetting.between("maxConnectionsPerServer", maxConnectionsPerServer, 1, 100_000);
        WrongSetting.between("waitTimeout", waitTimeout, Duration.ofMillis(1), Duration.ofHours(1));
        WrongSetting.between("maxWaiters", maxWaiters, 1, 1_000_000);
        WrongSetting.between("idleTimeout", idleTimeout, Duration.ofSeconds(1), Duration.ofDays(1));
        WrongSetting.between("connectTimeout", connectTimeout, Duration.ofMillis(10), Duration.ofMinutes(10));
        WrongSetting.between("maxOpening", maxOpening, 1, 10_000);
        WrongSetting.between("silenceTimeout", silenceTimeout, Duration.ZERO, Duration.ofDays(7));
    }
}
