package io.pinion.config.source;

import io.pinion.config.settings.ZooKeeperSettings;
import io.pinion.config.settings.ZooKeeperSettings.ZooKeeperTls;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Secrets.SecretMissing;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.zookeeper.ClientCnxnSocketNetty;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.common.ClientX509Util;

/**
 * How a process shows itself to ZooKeeper, with the password itself, and how it believes ZooKeeper's servers.
 *
 * @param digest the user that the nodes belong to; empty leaves them open to everybody
 */
public record ZooKeeperAccess(
        Optional<Digest> digest, ZooKeeperTls tls, Optional<Path> tlsCa, Optional<Path> tlsCertificate) {
    /** No user and no TLS: whoever reaches ZooKeeper may do everything. */
    public static final ZooKeeperAccess OPEN =
            new ZooKeeperAccess(Optional.empty(), ZooKeeperTls.OFF, Optional.empty(), Optional.empty());

    private static final String PEM = "PEM";

    /** A user of ZooKeeper's scheme {@code digest}. */
    public record Digest(String user, String password) {
        /** Without the password. */
        @Override
        public String toString() {
            return "Digest[" + user + "]";
        }
    }

    /**
     * Reads the secret, which may be in a file.
     *
     * @throws SecretMissing when there is none where the settings say
     */
    public static ZooKeeperAccess of(ZooKeeperSettings settings, Secrets secrets) throws SecretMissing {
        Optional<Digest> digest = Optional.empty();
        if (settings.user().isPresent()) {
            String password = secrets.resolve(settings.secret().orElseThrow());
            digest = Optional.of(new Digest(settings.user().get(), password));
        }
        return new ZooKeeperAccess(digest, settings.tls(), settings.tlsCa(), settings.tlsCertificate());
    }

    /** ZooKeeper's own settings of a client; only its Netty socket speaks TLS. */
    ZKClientConfig clientConfig() {
        ZKClientConfig config = new ZKClientConfig();
        if (tls == ZooKeeperTls.OFF) {
            return config;
        }
        config.setProperty(ZKClientConfig.SECURE_CLIENT, "true");
        config.setProperty(ZKClientConfig.ZOOKEEPER_CLIENT_CNXN_SOCKET, ClientCnxnSocketNetty.class.getName());
        try (ClientX509Util names = new ClientX509Util()) {
            config.setProperty(names.getSslHostnameVerificationEnabledProperty(), "true");
            tlsCa.ifPresent(file -> {
                config.setProperty(names.getSslTruststoreLocationProperty(), file.toString());
                config.setProperty(names.getSslTruststoreTypeProperty(), PEM);
            });
            tlsCertificate.ifPresent(file -> {
                config.setProperty(names.getSslKeystoreLocationProperty(), file.toString());
                config.setProperty(names.getSslKeystoreTypeProperty(), PEM);
            });
        }
        return config;
    }
}
