package io.pinion.cli;

import io.pinion.config.settings.ZooKeeperSettings.ZooKeeperTls;
import io.pinion.config.source.ZooKeeperAccess;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The ZooKeeper of a cluster that begins.
 *
 * @param password of the user that the cluster's nodes belong to; empty leaves them open to everybody
 * @param tlsCa the authorities of its servers' certificates, which asks for TLS; empty without
 */
record NewZooKeeper(String hosts, Optional<String> password, Optional<Path> tlsCa) {
    static final String SECRET = "zookeeper";
    private static final String USER = "pinion";

    ZooKeeperAccess access() {
        return new ZooKeeperAccess(
                password.map(secret -> new ZooKeeperAccess.Digest(USER, secret)),
                tlsCa.isPresent() ? ZooKeeperTls.VERIFY_IDENTITY : ZooKeeperTls.OFF,
                tlsCa,
                Optional.empty());
    }

    /** The part of the settings file; empty when there is nothing to say. */
    String settings(Path secrets) {
        String user = password.isEmpty()
                ? ""
                : "  # What the cluster keeps in ZooKeeper is this user's alone.\n  user: " + USER + "\n  secret: file:"
                        + secrets.resolve(SECRET) + "\n";
        String tls = tlsCa.map(file -> "  tls: verify_identity\n  tls_ca: " + file + "\n")
                .orElse("");
        return user.isEmpty() && tls.isEmpty() ? "" : "zookeeper:\n" + user + tls;
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "NewZooKeeper[" + hosts + "]";
    }
}
