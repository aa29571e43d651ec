package io.pinion.config.settings;

import io.pinion.config.topology.Secrets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How this process shows itself to ZooKeeper, and whether it speaks TLS there.
 *
 * @param user the user of ZooKeeper's scheme {@code digest}, who alone may use the nodes that Pinion makes; absent,
 *     whoever reaches ZooKeeper may
 * @param secret where that user's password is, as the accounts of the topology say it
 * @param tls whether the connection is encrypted, and which certificates are believed
 * @param tlsCa a PEM file with the authorities that sign the certificates of ZooKeeper's servers; absent, Java's own
 * @param tlsCertificate a PEM file with the certificate that Pinion shows to ZooKeeper, its chain and its private key
 */
public record ZooKeeperSettings(
        Optional<String> user,
        Optional<String> secret,
        ZooKeeperTls tls,
        Optional<Path> tlsCa,
        Optional<Path> tlsCertificate) {
    public static final ZooKeeperSettings DEFAULT = new ZooKeeperSettings(
            Optional.empty(), Optional.empty(), ZooKeeperTls.OFF, Optional.empty(), Optional.empty());

    /** ZooKeeper's TLS has ports of its own, so there is no mode that tries; and its client always verifies. */
    public enum ZooKeeperTls {
        OFF,
        /**
         * An authority that Pinion trusts must have signed the certificate, and it must name the host of {@code
         * topology.zookeeper}.
         */
        VERIFY_IDENTITY
    }

    public ZooKeeperSettings {
        if (user.isPresent() && secret.isEmpty()) {
            throw new WrongSetting(
                    "user", "there is a user but no secret", "add secret: file:/path, or secret: env:NAME");
        }
        if (secret.isPresent() && user.isEmpty()) {
            throw new WrongSetting("secret", "there is a secret but no user", "add user, such as pinion");
        }
        if (user.isPresent() && (user.get().isEmpty() || user.get().contains(":"))) {
            throw new WrongSetting(
                    "user", "'" + user.get() + "' is no user of ZooKeeper", "write letters and digits, no colon");
        }
        if (secret.isPresent() && !Secrets.isReference(secret.get())) {
            throw new WrongSetting(
                    "secret",
                    "clear text where a reference to a secret belongs",
                    "write env:NAME for an environment variable or file:/path for a file");
        }
        requireTls("tlsCa", tlsCa, tls);
        requireTls("tlsCertificate", tlsCertificate, tls);
    }

    private static void requireTls(String component, Optional<Path> file, ZooKeeperTls tls) {
        if (file.isPresent() && tls == ZooKeeperTls.OFF) {
            throw new WrongSetting(component, "it has no use without TLS", "add tls: verify_identity");
        }
    }
}
