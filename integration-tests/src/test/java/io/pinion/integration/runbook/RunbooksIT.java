package io.pinion.integration.runbook;

import io.pinion.integration.runbook.RunbookCluster.Besides;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Task;
import io.pinion.operations.journal.Task.Promotion.Manner;
import io.pinion.operations.server.ManagedServer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator types and sees, event by event. */
class RunbooksIT {
    private final Path directory;

    RunbooksIT(@TempDir Path directory) {
        this.directory = directory;
    }

    /** What happens before somebody opens the page. */
    private interface Event {
        void happen(RunbookCluster cluster) throws Exception;
    }

    private void play(String page, Besides besides, Event event) throws Exception {
        try (RunbookCluster cluster = new RunbookCluster(directory, besides);
                Desk desk = new Desk(cluster, cluster.operatorsDirectory())) {
            event.happen(cluster);
            RunbookPage.play(Path.of("../docs/runbooks", page + ".md"), desk::type);
        }
    }

    private void play(String page, Besides besides) throws Exception {
        play(page, besides, cluster -> {});
    }

    @Test
    void plannedPromotion() throws Exception {
        play("planned-promotion", Besides.NOTHING);
    }

    @Test
    void primaryDied() throws Exception {
        play("primary-died", Besides.EMPTY_SERVER, cluster -> cluster.server("PA")
                .kill9());
    }

    @Test
    void primaryRestarted() throws Exception {
        play("primary-restarted", Besides.NOTHING, cluster -> cluster.server("PA")
                .restart());
    }

    @Test
    void promotionBrokeOff() throws Exception {
        play("promotion-broke-off", Besides.NOTHING, cluster -> breakOff(cluster));
    }

    /** As when a proxy dies behind the fence. */
    private static void breakOff(RunbookCluster cluster) throws Exception {
        cluster.journal()
                .create(
                        new Task.Promotion("p", "PA", "PB", Manner.PLANNED),
                        new Origin("admin", "operator", List.of(), Instant.now()),
                        Progress.beginning(0, "proxy3", Instant.now()).in("taking over"));
        cluster.editor().change(now -> now.withPair(now.pair("p").orElseThrow().withHeld(true)), 0);
        try (ManagedServer primary = cluster.server("PA").manage()) {
            primary.fence(RunbookCluster.TIMEOUT);
        }
    }

    @Test
    void standbyDied() throws Exception {
        play("standby-died", Besides.EMPTY_SERVER, cluster -> cluster.server("PB")
                .kill9());
    }

    @Test
    void diskFilling() throws Exception {
        play("disk-filling", Besides.NOTHING);
    }

    @Test
    void zooKeeperLost() throws Exception {
        play("zookeeper-lost", Besides.NOTHING, cluster -> cluster.act("zk1", "systemctl stop zookeeper"));
    }

    @Test
    void wrongDocument() throws Exception {
        play("wrong-document", Besides.NOTHING);
    }

    @Test
    void restartAProxy() throws Exception {
        play("restart-a-proxy", Besides.NOTHING);
    }

    @Test
    void openShards() throws Exception {
        play("open-shards", Besides.PAIR_Q);
    }

    @Test
    void moveShards() throws Exception {
        play("move-shards", Besides.PAIR_Q);
    }

    @Test
    void moveBrokeOff() throws Exception {
        play("move-broke-off", Besides.PAIR_Q);
    }
}
