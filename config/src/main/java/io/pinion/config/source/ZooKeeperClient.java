package io.pinion.config.source;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Pattern;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.BoundedExponentialBackoffRetry;

/** Makes the one connection to ZooKeeper that a process has. */
public final class ZooKeeperClient {
    private static final int FIRST_RETRY_MILLIS = 100;
    private static final int LONGEST_RETRY_MILLIS = 1_000;
    private static final int RETRIES = 2;
    private static final Pattern CLUSTER = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}");

    private ZooKeeperClient() {}

    /** A client that shows itself as nobody. */
    public static CuratorFramework start(String servers, Duration sessionTimeout, Duration connectTimeout) {
        return start(servers, ZooKeeperAccess.OPEN, sessionTimeout, connectTimeout);
    }

    /**
     * A started client; the caller closes it. It connects, and connects again, in the background.
     *
     * @param servers {@code host:2181,host:2181}, with an optional path behind them under which everything lives
     * @param access the user that it shows itself as, and its TLS
     * @param sessionTimeout after this long without contact the cluster forgets the proxy's registration
     * @param connectTimeout how long one call waits for a connection
     */
    public static CuratorFramework start(
            String servers, ZooKeeperAccess access, Duration sessionTimeout, Duration connectTimeout) {
        CuratorFrameworkFactory.Builder builder = CuratorFrameworkFactory.builder()
                .connectString(servers)
                .sessionTimeoutMs(Math.toIntExact(sessionTimeout.toMillis()))
                .connectionTimeoutMs(Math.toIntExact(connectTimeout.toMillis()))
                .retryPolicy(new BoundedExponentialBackoffRetry(FIRST_RETRY_MILLIS, LONGEST_RETRY_MILLIS, RETRIES))
                // The addresses that ZooKeeper's own configuration states may be unreachable from here (containers,
                // NAT).
                .ensembleTracker(false)
                .zkClientConfig(access.clientConfig());
        access.digest().ifPresent(digest -> builder.authorization("digest", credentials(digest))
                .aclProvider(new NodeAccess()));
        CuratorFramework client = builder.build();
        client.start();
        return client;
    }

    private static byte[] credentials(ZooKeeperAccess.Digest digest) {
        return (digest.user() + ":" + digest.password()).getBytes(StandardCharsets.UTF_8);
    }

    /** {@code /pinion/<cluster>}; everything that Pinion keeps of a cluster is below. */
    public static String pathOf(String cluster) {
        if (!CLUSTER.matcher(cluster).matches()) {
            throw new IllegalArgumentException(
                    "'" + cluster + "' is no name for a cluster: use letters, digits, and _ . - inside, 64 at most");
        }
        return NodeAccess.CLUSTERS + "/" + cluster;
    }
}
