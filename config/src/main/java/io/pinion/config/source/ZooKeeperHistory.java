package io.pinion.config.source;

import io.pinion.config.change.HistoryEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.KeeperException.NodeExistsException;
import org.jspecify.annotations.Nullable;

/**
 * The last changes of the document, a node for each. Nodes are numbered by ZooKeeper and not by generations, which begin
 * anew behind a document that was deleted: an entry must never keep a document from being written.
 */
record ZooKeeperHistory(CuratorFramework client, String path) {
    /** Entries have some kilobytes at most, compressed less: all together are less than a megabyte. */
    static final int KEPT = 100;

    private static final String PREFIX = "change-";

    /** Makes the node above the entries. A transaction can't make it only where it is missing. */
    void prepare() throws Exception {
        if (client.checkExists().forPath(path) == null) {
            try {
                client.create().creatingParentsIfNeeded().forPath(path);
            } catch (NodeExistsException faster) {
                // Another writer has made it.
            }
        }
    }

    /** What adds an entry, for the transaction that writes the document. */
    CuratorOp adding(HistoryEntry entry) throws Exception {
        return client.transactionOp()
                .create()
                .withMode(CreateMode.PERSISTENT_SEQUENTIAL)
                .forPath(path + "/" + PREFIX, CompressedText.compress(entry.toJson()));
    }

    /** Deletes the oldest entries, without waiting for it: a later writer deletes what this one couldn't. */
    void dropOld() throws Exception {
        client.getChildren()
                .inBackground((asked, event) -> {
                    List<String> names = sorted(event.getChildren());
                    for (String old : names.subList(0, Math.max(0, names.size() - KEPT))) {
                        client.delete().quietly().inBackground().forPath(path + "/" + old);
                    }
                })
                .forPath(path);
    }

    /** In their order; what isn't an entry is passed over. */
    List<HistoryEntry> entries() throws Exception {
        List<HistoryEntry> entries = new ArrayList<>();
        try {
            client.sync().forPath(path);
            for (String name : sorted(client.getChildren().forPath(path))) {
                entry(name).ifPresent(entries::add);
            }
        } catch (NoNodeException none) {
            return List.of();
        }
        return entries;
    }

    /** Empty also for one that has just been deleted, since later ones have come. */
    private Optional<HistoryEntry> entry(String name) throws Exception {
        try {
            return HistoryEntry.parse(CompressedText.decompress(client.getData().forPath(path + "/" + name)));
        } catch (NoNodeException | IOException gone) {
            return Optional.empty();
        }
    }

    /** The number at the end has ten digits, so that their order is that of the text. */
    private static List<String> sorted(@Nullable List<String> names) {
        return names == null ? List.of() : names.stream().sorted().toList();
    }
}
