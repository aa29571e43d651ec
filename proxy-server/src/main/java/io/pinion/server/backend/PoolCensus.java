package io.pinion.server.backend;

import io.pinion.server.observe.PoolSnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts one pool's connections and waiting sessions by account, which may have logins of several flavours. */
final class PoolCensus {
    private final Map<String, Count> byAccount = new HashMap<>();

    void busy(Login login, int count) {
        of(login).busy += count;
    }

    void idle(Login login, int count) {
        of(login).idle += count;
    }

    void opening(Login login, int count) {
        of(login).opening += count;
    }

    void waiting(Login login, int count) {
        of(login).waiting += count;
    }

    /** One snapshot for each account that has a connection or a waiter. */
    List<PoolSnapshot> snapshots(String pair, String server, int loopNumber, int limit) {
        List<PoolSnapshot> snapshots = new ArrayList<>(byAccount.size());
        byAccount.forEach((account, count) -> {
            if (count.busy + count.idle + count.opening + count.waiting > 0) {
                snapshots.add(new PoolSnapshot(
                        pair,
                        server,
                        account,
                        loopNumber,
                        count.busy,
                        count.idle,
                        count.opening,
                        count.waiting,
                        limit));
            }
        });
        return snapshots;
    }

    private Count of(Login login) {
        return byAccount.computeIfAbsent(login.account(), account -> new Count());
    }

    private static final class Count {
        int busy;
        int idle;
        int opening;
        int waiting;
    }
}
