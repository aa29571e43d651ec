package io.pinion.dist;

import io.pinion.config.settings.ZooKeeperSettings.ZooKeeperTls;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.config.source.ZooKeeperAccess;
import io.pinion.config.source.ZooKeeperClient;
import io.pinion.operations.export.TableExport;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.ZooKeeperJournal;
import io.pinion.operations.keyspace.NewKeyspace;
import io.pinion.operations.pair.PairCreation;
import io.pinion.operations.transfer.DatabaseImport;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.curator.framework.CuratorFramework;

/** The journal of operations as ZooKeeper has it, without a proxy in between. */
final class JournalWatch implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofMinutes(5);
    private static final Duration CONNECT = Duration.ofSeconds(10);

    private final CuratorFramework client;
    private final ZooKeeperJournal journal;

    /** @param secret of the user that the cluster's nodes belong to */
    JournalWatch(String hosts, String secret) {
        ZooKeeperAccess access = new ZooKeeperAccess(
                Optional.of(new ZooKeeperAccess.Digest("pinion", secret)),
                ZooKeeperTls.OFF,
                Optional.empty(),
                Optional.empty());
        client = ZooKeeperClient.start(hosts, access, CONNECT, CONNECT);
        journal = new ZooKeeperJournal(client, "main");
        journal.learn(PairCreation.class);
        journal.learn(NewKeyspace.class);
        journal.learn(DatabaseImport.class);
        journal.learn(TableExport.class);
    }

    /** The number of the latest operation; -1 for none. */
    long latest() throws StoreUnavailable {
        return journal.numbers().stream().mapToLong(Long::longValue).max().orElse(-1);
    }

    Operation read(long number) throws StoreUnavailable {
        return journal.read(number).orElseThrow();
    }

    /** The latest operation, if it came behind another one and is entered as a whole. */
    Optional<Operation> behind(long number) throws StoreUnavailable {
        long latest = latest();
        return latest > number ? journal.read(latest) : Optional.empty();
    }

    /**
     * Looks all the time until the next operation has come so far, or doesn't run any more.
     *
     * @param behind the number of the operation before
     * @param answer of the statement that makes it: one that is answered makes none any more
     */
    Operation await(long behind, CompletableFuture<String> answer, Predicate<Progress> far) throws Exception {
        long end = System.nanoTime() + TIMEOUT.toNanos();
        while (System.nanoTime() < end) {
            boolean answered = answer.isDone();
            Optional<Operation> now = behind(behind);
            if (answered && now.isEmpty()) {
                throw new AssertionError("no operation: " + answer.join());
            }
            if (now.isPresent()
                    && (now.get().progress().state() != State.RUNNING
                            || far.test(now.get().progress()))) {
                return now.get();
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
        throw new AssertionError("no operation behind " + behind + " comes so far");
    }

    /** The steps of the next operation until it doesn't run any more. */
    List<String> stepsOf(long behind, CompletableFuture<String> answer) throws Exception {
        Set<String> steps = new LinkedHashSet<>();
        await(behind, answer, progress -> {
            steps.add(progress.step());
            return false;
        });
        steps.remove("");
        return List.copyOf(steps);
    }

    /** As CANCEL OPERATION does it of one that runs. */
    void askToEnd(long number) throws StoreUnavailable {
        for (boolean asked = false; !asked; ) {
            Operation now = read(number);
            try {
                journal.write(now, now.progress().withCancelAsked());
                asked = true;
            } catch (VersionConflict ownerWrites) {
                // It is read again.
            }
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
