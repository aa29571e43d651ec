package io.pinion.config.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The pools of connections to the servers.
 *
 * @param maxConnectionsPerServer over all event loops; keep the sum over all proxies below the server's {@code
 *     max_connections}
 * @param waitTimeout how long a statement waits for a connection before it fails
 * @param maxWaiters how many sessions of one event loop may wait at a time
 * @param idleTimeout after how long an unused connection is closed; keep it below the servers' {@code wait_timeout}
 * @param connectTimeout how long opening a connection may take; its login may take as long again
 * @param maxOpening how many connections one event loop opens at a time
 * @param silenceTimeout how long a server may send nothing for a running statement before the statement is given up; 0
 *     for as long as it takes, since an ALTER TABLE may be silent for hours
 * @param tls whether connections to servers are encrypted, and which certificates are believed
 * @param tlsCa a PEM file with the authorities that sign certificates of servers
 * @param tlsCertificate a PEM file with the certificate, and its chain, that Pinion shows to servers
 * @param tlsKey the PEM file of that certificate's private key
 */
public record PoolSettings(
        int maxConnectionsPerServer,
        Duration waitTimeout,
        int maxWaiters,
        Duration idleTimeout,
        Duration connectTimeout,
        int maxOpening,
        Duration silenceTimeout,
        ServerTls tls,
        Optional<Path> tlsCa,
        Optional<Path> tlsCertificate,
        Optional<Path> tlsKey) {
    public static final PoolSettings DEFAULT = new PoolSettings(
            100,
            Duration.ofSeconds(5),
            10_000,
            Duration.ofSeconds(60),
            Duration.ofSeconds(3),
            16,
            Duration.ZERO,
            ServerTls.PREFERRED,
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    /** Whether connections to servers are encrypted: the modes of MySQL's clients. */
    public enum ServerTls {
        OFF,
        /** Where the server can, and isn't on this host. */
        PREFERRED,
        REQUIRED,
        VERIFY_CA,
        VERIFY_IDENTITY
    }

    public PoolSettings {
        WrongSetting.between("maxConnectionsPerServer", maxConnectionsPerServer, 1, 100_000);
        WrongSetting.between("waitTimeout", waitTimeout, Duration.ofMillis(1), Duration.ofHours(1));
        WrongSetting.between("maxWaiters", maxWaiters, 1, 1_000_000);
        WrongSetting.between("idleTimeout", idleTimeout, Duration.ofSeconds(1), Duration.ofDays(1));
        WrongSetting.between("connectTimeout", connectTimeout, Duration.ofMillis(10), Duration.ofMinutes(10));
        WrongSetting.between("maxOpening", maxOpening, 1, 10_000);
        WrongSetting.between("silenceTimeout", silenceTimeout, Duration.ZERO, Duration.ofDays(7));
        if (tls.compareTo(ServerTls.VERIFY_CA) >= 0 && tlsCa.isEmpty()) {
            throw new WrongSetting(
                    "tls", "no authority is named that could have signed the servers' certificates", "add tls_ca");
        }
        WrongSetting.unlessBoth(tlsCertificate, tlsKey);
    }
}
