package io.pinion.dist;

import io.pinion.operations.journal.Progress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Kills each server and the proxy that works, in any order, before any of them for a second time. */
final class MovingKills {
    private static final int LONGEST_OUTAGE_MILLIS = 3_000;

    private final MovingCluster cluster;
    private final Random random;
    private final Deque<Integer> victims = new ArrayDeque<>();
    private int played;

    MovingKills(MovingCluster cluster, long seed) {
        this.cluster = cluster;
        this.random = new Random(seed);
    }

    int played() {
        return played;
    }

    void sleep(int mostMillis) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(random.nextInt(mostMillis));
    }

    /** What was killed has been started again then. */
    void play(Progress progress) throws Exception {
        List<MovingServers.Killable> servers = cluster.servers().all();
        int victim = victim(servers.size());
        if (victim == MovingServers.STANDBY && progress.step().startsWith("dropping")) {
            // MariaDB 11.4 writes the rest of a DROP in whose middle it died into its own log, as a change of its own,
            // and
            // follows nobody from then on (1950): REPLACE STANDBY is the cure, which isn't played here.
            victim = victim(servers.size());
        }
        boolean proxy = victim == servers.size();
        played++;
        System.out.println("kill " + played + " at " + progress.words() + ": "
                + (proxy ? "proxy " + progress.proxy() : "server " + victim));
        if (proxy) {
            cluster.proxies().killAndStart(progress.proxy());
        } else {
            servers.get(victim).kill();
            sleep(LONGEST_OUTAGE_MILLIS);
            servers.get(victim).start();
        }
    }

    /** @return the number of a server, or that of all servers for the proxy */
    private int victim(int servers) {
        if (victims.isEmpty()) {
            List<Integer> all = new ArrayList<>();
            for (int victim = 0; victim <= servers; victim++) {
                all.add(victim);
            }
            Collections.shuffle(all, random);
            victims.addAll(all);
        }
        return victims.pop();
    }
}
