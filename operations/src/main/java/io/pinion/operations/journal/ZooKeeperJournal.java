package io.pinion.operations.journal;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.config.source.ZooKeeperClient;
import io.pinion.config.source.ZooKeeperDeadline;
import io.pinion.config.source.ZooKeeperFailure;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.BadVersionException;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.KeeperException.NodeExistsException;
import org.apache.zookeeper.data.Stat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The journal below {@code /pinion/<cluster>}: an operation is the node {@code operations/op0000000007}, its progress
 * the child {@code progress}, and each of its locks an ephemeral node below {@code locks}.
 */
public final class ZooKeeperJournal implements OperationJournal {
    private static final Logger log = LoggerFactory.getLogger(ZooKeeperJournal.class);
    private static final String PREFIX = "op";
    private static final String PROGRESS = "/progress";

    /** Half of what ZooKeeper takes: the rest is for failures, which are written beside. */
    private static final int MAX_TASK_BYTES = 500_000;

    private static final int MOST = 200;

    private final CuratorFramework client;
    private final ZooKeeperDeadline deadline = new ZooKeeperDeadline();
    private final String operations;
    private final String locks;
    private final OperationJson json = new OperationJson();

    public ZooKeeperJournal(CuratorFramework client, String cluster) {
        this.client = client;
        this.operations = ZooKeeperClient.pathOf(cluster) + "/operations";
        this.locks = ZooKeeperClient.pathOf(cluster) + "/locks";
    }

    @Override
    public void learn(Class<? extends Task> kind) {
        json.learn(kind);
    }

    @Override
    public Operation create(Task task, Origin origin, Progress first) throws StoreUnavailable {
        byte[] begun = json.write(task, origin);
        if (begun.length > MAX_TASK_BYTES) {
            throw new StoreUnavailable("the statement is too long for the journal of operations, which takes "
                    + MAX_TASK_BYTES + " bytes");
        }
        try {
            removeOld();
            String path = client.create()
                    .creatingParentsIfNeeded()
                    .withMode(CreateMode.PERSISTENT_SEQUENTIAL)
                    .forPath(operations + "/" + PREFIX, begun);
            Progress now = first.at(Instant.now());
            createProgress(path, now);
            return new Operation(numberOf(path), task, origin, now, 0);
        } catch (Exception e) {
            throw unavailable("written", e);
        }
    }

    /** An entry that isn't whole for its writer must not be taken up by another proxy. */
    private void createProgress(String path, Progress first) throws Exception {
        try {
            client.create().idempotent().forPath(path + PROGRESS, OperationJson.write(first));
        } catch (Exception e) {
            client.delete()
                    .guaranteed()
                    .deletingChildrenIfNeeded()
                    .inBackground()
                    .forPath(path);
            throw e;
        }
    }

    @Override
    public Optional<Operation> read(long number) throws StoreUnavailable {
        return within(() -> {
            client.sync().forPath(operations);
            return read(pathOf(number));
        });
    }

    /** Reads something. */
    private <T> T within(Callable<T> reading) throws StoreUnavailable {
        try {
            return deadline.within(reading);
        } catch (Exception e) {
            throw unavailable("read", e);
        }
    }

    private Optional<Operation> read(String path) throws Exception {
        try {
            OperationJson.Begun begun = json.begun(client.getData().forPath(path));
            Stat stat = new Stat();
            Progress progress =
                    OperationJson.progress(client.getData().storingStatIn(stat).forPath(path + PROGRESS));
            return Optional.of(
                    new Operation(numberOf(path), begun.task(), begun.origin(), progress, stat.getVersion()));
        } catch (NoNodeException gone) {
            // Also when the proxy died between the two nodes: then nothing has run.
            return Optional.empty();
        }
    }

    @Override
    public List<Long> numbers() throws StoreUnavailable {
        return within(this::names).stream()
                .map(name -> numberOf(operations + "/" + name))
                .toList();
    }

    @Override
    public List<Operation> list() throws StoreUnavailable {
        return within(this::readable);
    }

    private List<Operation> readable() throws Exception {
        List<Operation> found = new ArrayList<>();
        client.sync().forPath(operations);
        for (String name : names()) {
            try {
                read(operations + "/" + name).ifPresent(found::add);
            } catch (IOException broken) {
                log.atWarn()
                        .addKeyValue("operation", name)
                        .addKeyValue("cause", broken.getMessage())
                        .log("An entry of the journal of operations can't be read");
            }
        }
        return found;
    }

    private List<String> names() throws Exception {
        try {
            return client.getChildren().forPath(operations).stream().sorted().toList();
        } catch (NoNodeException none) {
            return List.of();
        }
    }

    @Override
    public Operation write(Operation seen, Progress next) throws VersionConflict, StoreUnavailable {
        Progress now = next.at(Instant.now());
        try {
            // Curator asks again for an answer that was lost, and its own write is no conflict then.
            Stat stat = client.setData()
                    .idempotent()
                    .withVersion(seen.version())
                    .forPath(pathOf(seen.number()) + PROGRESS, OperationJson.write(now));
            return new Operation(seen.number(), seen.task(), seen.origin(), now, stat.getVersion());
        } catch (BadVersionException | NoNodeException conflict) {
            throw new VersionConflict("operation " + seen.number() + " has changed since it was read");
        } catch (Exception e) {
            throw unavailable("written", e);
        }
    }

    @Override
    public void remove(Operation operation) throws StoreUnavailable {
        try {
            client.delete().deletingChildrenIfNeeded().forPath(pathOf(operation.number()));
        } catch (NoNodeException gone) {
            // It is gone already.
        } catch (Exception e) {
            throw unavailable("written", e);
        }
    }

    /** The oldest ended operations make room. */
    private void removeOld() throws Exception {
        List<String> names = names();
        int surplus = names.size() - MOST;
        for (int i = 0; i < names.size() && surplus > 0; i++) {
            if (isOver(operations + "/" + names.get(i))) {
                client.delete().quietly().deletingChildrenIfNeeded().forPath(operations + "/" + names.get(i));
                surplus--;
            }
        }
    }

    /** An entry that this version can't read may be another one's that runs. */
    private boolean isOver(String path) throws Exception {
        try {
            return read(path).map(old -> old.progress().state().isOver()).orElse(true);
        } catch (IOException unreadable) {
            return false;
        }
    }

    /** An operation begins with this call. A lock that comes too late is given back. */
    @Override
    public Optional<TaskLock> lock(Lockable task) throws StoreUnavailable {
        try {
            return deadline.within(() -> taken(task), late -> late.ifPresent(TaskLock::close));
        } catch (StoreUnavailable away) {
            throw away;
        } catch (Exception e) {
            throw unavailable("locked", e);
        }
    }

    private Optional<TaskLock> taken(Lockable task) throws StoreUnavailable {
        ZooKeeperLock lock = new ZooKeeperLock(client);
        try {
            for (String name : task.locks()) {
                lock.take(locks + "/" + name);
            }
            return Optional.of(lock);
        } catch (NodeExistsException taken) {
            lock.close();
            return Optional.empty();
        } catch (Exception e) {
            lock.close();
            throw unavailable("locked", e);
        }
    }

    @Override
    public boolean isLocked(Lockable task) throws StoreUnavailable {
        return within(() -> {
            for (String name : task.locks()) {
                if (client.checkExists().forPath(locks + "/" + name) != null) {
                    return true;
                }
            }
            return false;
        });
    }

    private String pathOf(long number) {
        return operations + "/" + PREFIX + String.format(java.util.Locale.ROOT, "%010d", number);
    }

    private long numberOf(String path) {
        return Long.parseLong(path.substring(operations.length() + 1 + PREFIX.length()));
    }

    private StoreUnavailable unavailable(String what, Exception cause) {
        return ZooKeeperFailure.of("the journal of operations, " + operations + ",", what, cause, client);
    }
}
