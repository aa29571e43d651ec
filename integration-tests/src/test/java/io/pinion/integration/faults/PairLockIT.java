package io.pinion.integration.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.ZooKeeperClient;
import io.pinion.demo.EmbeddedZooKeeper;
import io.pinion.demo.FreePorts;
import io.pinion.integration.faults.network.FaultLine;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Task.Promotion;
import io.pinion.operations.journal.Task.Promotion.Manner;
import io.pinion.operations.journal.ZooKeeperJournal;
import io.pinion.server.testing.Conditions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.listen.StandardListenerManager;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a pair's lock when its holder and ZooKeeper lose sight of each other. */
class PairLockIT {
    private static final Duration SESSION = Duration.ofSeconds(8);

    /** Of who doesn't lose it. */
    private static final Duration LONG_SESSION = Duration.ofSeconds(20);

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Promotion TASK = new Promotion("p", "A", "B", Manner.PLANNED);

    private EmbeddedZooKeeper zooKeeper;
    private FaultLine line;
    private CuratorFramework farClient;
    private CuratorFramework nearClient;

    /** Reaches ZooKeeper by the line. */
    private OperationJournal far;

    private OperationJournal near;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        zooKeeper = EmbeddedZooKeeper.start(directory, FreePorts.next());
        line = new FaultLine(zooKeeper.port());
        farClient = ZooKeeperClient.start("127.0.0.1:" + line.port(), SESSION, SESSION);
        nearClient = ZooKeeperClient.start(zooKeeper.connectString(), LONG_SESSION, LONG_SESSION);
        far = new ZooKeeperJournal(farClient, "locks");
        near = new ZooKeeperJournal(nearClient, "locks");
    }

    @AfterEach
    void stop() throws Exception {
        farClient.close();
        nearClient.close();
        line.close();
        zooKeeper.close();
    }

    @Test
    void aLockThatIsGivenBackLateTakesNobodyElsesAway() throws Exception {
        TaskLock old = far.lock(TASK).orElseThrow();
        line.silence();
        Conditions.await("the news that ZooKeeper is away", TIMEOUT, () -> !old.isHeld());
        old.close();
        TaskLock[] next = new TaskLock[1];
        Conditions.await("the end of the session", TIMEOUT, () -> {
            near.lock(TASK).ifPresent(lock -> next[0] = lock);
            return next[0] != null;
        });

        line.heal();

        Conditions.await("the first to be back", TIMEOUT, () -> farClient
                .getZookeeperClient()
                .isConnected());
        assertThat(far.lock(TASK)).isEmpty();
        // What the first has left to do happens soon, or not at all.
        assertThat(Conditions.settled(this::locks)).isOne();
        assertThat(next[0].isHeld()).isTrue();
        next[0].close();
        assertThat(near.isLocked(TASK)).isFalse();
    }

    @Test
    void aLockIsGivenBackWhenZooKeeperWasAwayForAMoment() throws Exception {
        TaskLock lock = far.lock(TASK).orElseThrow();
        line.breakOff();
        Conditions.await("the news that ZooKeeper is away", TIMEOUT, () -> !lock.isHeld());

        lock.close();
        line.heal();

        Conditions.await("the lock to go", TIMEOUT, () -> locks() == 0);
        assertThat(near.lock(TASK)).isPresent();
    }

    @Test
    void aLockIsWaitedForWhileZooKeeperIsAwayForAMoment() throws Exception {
        TaskLock lock = far.lock(TASK).orElseThrow();
        line.breakOff();
        Conditions.await("the news that ZooKeeper is away", TIMEOUT, () -> !lock.isHeld());
        assertThat(lock.isLost()).isFalse();
        assertThat(lock.isHeldWithin(Duration.ofMillis(50))).isFalse();

        line.heal();

        assertThat(lock.isHeldWithin(TIMEOUT)).isTrue();
        lock.close();
    }

    @Test
    void aLockIsWaitedForNoLongerThanUntilItIsLost() throws Exception {
        TaskLock lock = far.lock(TASK).orElseThrow();
        line.silence();
        Conditions.await("the news that ZooKeeper is away", TIMEOUT, () -> !lock.isHeld());

        assertThat(lock.isHeldWithin(Duration.ofHours(1))).isFalse();

        assertThat(lock.isLost()).isTrue();
        assertThat(lock.isHeldWithin(Duration.ofHours(1))).isFalse();
        lock.close();
    }

    /** As when a lock is taken by a new session before it is told that the one before is lost. */
    @Test
    void aLockIsGivenBackAlthoughTheNewsOfALostSessionComesLate() throws Exception {
        TaskLock lock = far.lock(TASK).orElseThrow();
        StandardListenerManager<ConnectionStateListener> listeners =
                (StandardListenerManager<ConnectionStateListener>) farClient.getConnectionStateListenable();
        listeners.forEach(listener -> listener.stateChanged(farClient, ConnectionState.LOST));
        assertThat(lock.isHeld()).isFalse();
        assertThat(lock.isLost()).isFalse();
        assertThat(lock.isHeldWithin(TIMEOUT)).isTrue();

        lock.close();

        assertThat(locks()).isZero();
    }

    /** As when its process stood still until the session had ended, and goes on before it is told. */
    @Test
    void aLockThatSomebodyElseHasIsLostBeforeTheNewsOfThat() throws Exception {
        TaskLock old = far.lock(TASK).orElseThrow();
        for (String lock : nearClient.getChildren().forPath("/pinion/locks/locks")) {
            nearClient.delete().forPath("/pinion/locks/locks/" + lock);
        }
        TaskLock next = near.lock(TASK).orElseThrow();
        assertThat(old.isHeld()).isTrue();

        Conditions.await("the first to ask", TIMEOUT, () -> !old.isHeldWithin(TIMEOUT));

        assertThat(old.isLost()).isTrue();
        assertThat(old.isHeld()).isFalse();
        assertThat(next.isHeldWithin(TIMEOUT)).isTrue();
        old.close();
        assertThat(near.isLocked(TASK)).isTrue();
        next.close();
    }

    @Test
    void aLockThatIsGivenBackWhileItIsAskedForIsNoFailure() throws Exception {
        CompletableFuture<Integer> other = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                other.complete(takenAndGivenBack(far));
            } catch (StoreUnavailable | RuntimeException e) {
                other.completeExceptionally(e);
            }
        });

        assertThat(takenAndGivenBack(near)).isPositive();
        assertThat(other.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isPositive();
    }

    private static int takenAndGivenBack(OperationJournal journal) throws StoreUnavailable {
        int taken = 0;
        for (int i = 0; i < 1_000; i++) {
            Optional<TaskLock> lock = journal.lock(TASK);
            if (lock.isPresent()) {
                lock.get().close();
                taken++;
            }
        }
        return taken;
    }

    private int locks() {
        try {
            return near.isLocked(TASK) ? 1 : 0;
        } catch (StoreUnavailable e) {
            throw new IllegalStateException(e);
        }
    }
}
