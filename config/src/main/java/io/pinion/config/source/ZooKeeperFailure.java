package io.pinion.config.source;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import java.util.concurrent.TimeoutException;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.AuthFailedException;
import org.apache.zookeeper.KeeperException.NoAuthException;
import org.jspecify.annotations.Nullable;

/** What an operator reads when ZooKeeper doesn't do what Pinion asks for. */
public final class ZooKeeperFailure {
    private ZooKeeperFailure() {}

    /** @param what the participle of what was tried, such as "read" */
    public static StoreUnavailable of(String path, String what, Exception cause, CuratorFramework client) {
        if (cause instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        String why =
                switch (cause) {
                    case KeeperException keeper -> keeper.code().toString();
                    case TimeoutException late -> String.valueOf(late.getMessage());
                    default -> cause.toString();
                };
        return new StoreUnavailable(path + " can't be " + what + " (" + why + "); " + cure(cause, client), cause);
    }

    private static String cure(Exception cause, CuratorFramework client) {
        return isRefusal(cause)
                ? "ZooKeeper keeps it for another user: the settings of the cluster's proxies must have its"
                        + " zookeeper.user and zookeeper.secret, and --config names them where a command takes it"
                : "is ZooKeeper up at " + client.getZookeeperClient().getCurrentConnectionString() + "?";
    }

    /** Whether ZooKeeper is there and lets this process's user not do it: trying again is of no use. */
    static boolean isRefusal(@Nullable Throwable cause) {
        return cause instanceof NoAuthException || cause instanceof AuthFailedException;
    }
}
