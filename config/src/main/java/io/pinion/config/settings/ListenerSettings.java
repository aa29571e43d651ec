package io.pinion.config.settings;

import io.pinion.config.document.RecordCopy;
import io.pinion.config.network.Networks;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The addresses that clients connect to, and how their connections begin and end.
 *
 * @param address the address to listen on
 * @param port the port; 0 takes any free one
 * @param reusePort whether another proxy of this machine may listen on the same port, to take it over
 * @param unixSocket a socket file where clients of this machine connect too
 * @param unixSocketMode the permissions of that file, as {@code ls} shows them
 * @param proxyProtocolFrom the load balancers whose PROXY header names the client that they connect for; none by
 *     default
 * @param loginTimeout how long a client may take from its connection to the end of its login, TLS included
 * @param drainTimeout how long open transactions and running statements may go on when the proxy is told to stop
 * @param serverVersion the version in the greeting; absent, the servers' own version with {@code -pinion} behind it
 * @param compression whether clients may compress
 * @param tls whether clients may encrypt
 * @param requireTls whether every client must encrypt
 * @param tlsCertificate a PEM file with the certificate and its chain; absent, Pinion makes its own and keeps it
 * @param tlsKey the PEM file of the certificate's private key
 * @param tlsClientCa a PEM file with the authorities that sign certificates of clients; absent, clients aren't asked
 *     for any
 */
public record ListenerSettings(
        String address,
        int port,
        boolean reusePort,
        Optional<Path> unixSocket,
        String unixSocketMode,
        Networks proxyProtocolFrom,
        Duration loginTimeout,
        Duration drainTimeout,
        Optional<String> serverVersion,
        boolean compression,
        boolean tls,
        boolean requireTls,
        Optional<Path> tlsCertificate,
        Optional<Path> tlsKey,
        Optional<Path> tlsClientCa) {
    public static final ListenerSettings DEFAULT = new ListenerSettings(
            "0.0.0.0",
            3306,
            false,
            Optional.empty(),
            "rw-rw-rw-",
            Networks.NONE,
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Optional.empty(),
            true,
            true,
            false,
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    public ListenerSettings {
        WrongSetting.between("port", port, 0, 65535);
        try {
            PosixFilePermissions.fromString(unixSocketMode);
        } catch (IllegalArgumentException e) {
            throw new WrongSetting(
                    "unixSocketMode", "'" + unixSocketMode + "' is no mode of a file", "write for example rw-rw----");
        }
        WrongSetting.between("loginTimeout", loginTimeout, Duration.ofMillis(100), Duration.ofHours(1));
        WrongSetting.between("drainTimeout", drainTimeout, Duration.ZERO, Duration.ofHours(24));
        WrongSetting.unlessBoth(tlsCertificate, tlsKey);
        if (requireTls && !tls) {
            throw new WrongSetting("requireTls", "clients must encrypt and may not", "leave tls on");
        }
    }

    public ListenerSettings at(String newAddress, int newPort) {
        return RecordCopy.of(this, Map.of("address", newAddress, "port", newPort));
    }
}
