package io.pinion.integration.tpcc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Applications at work through whichever proxy answers, every second one with statements that the server prepares. A failed
 * transaction is rolled back and forgotten, as its user would try again.
 */
final class Terminals {
    /** Deadlock, lock wait, and a COMMIT whose proxy or server ended: what applications expect. */
    private static final Set<Integer> EXPECTED = Set.of(1213, 1205, 1053);

    private static final int PAUSE_MILLIS = 20;

    private final Sizes sizes;
    private final List<Integer> ports;
    private final Set<Business.Result.Ordered> orders = ConcurrentHashMap.newKeySet();
    private final AtomicLong payments = new AtomicLong();
    private final AtomicLong paymentsInDoubt = new AtomicLong();
    private final AtomicLong committed = new AtomicLong();
    private final Queue<String> surprises = new ConcurrentLinkedQueue<>();
    private final Map<Integer, Integer> failures = new ConcurrentHashMap<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopping;

    /** @param ports of the proxies */
    Terminals(Sizes sizes, List<Integer> ports) {
        this.sizes = sizes;
        this.ports = ports;
    }

    void start(int count, long seed) {
        for (int terminal = 0; terminal < count; terminal++) {
            SplittableRandom dice = new SplittableRandom(seed + terminal);
            boolean prepared = terminal % 2 == 0;
            threads.add(
                    Thread.ofPlatform().daemon().name("terminal " + terminal).start(() -> work(dice, prepared)));
        }
    }

    private void work(SplittableRandom dice, boolean prepared) {
        String options = "&socketTimeout=30000&sessionVariables=innodb_lock_wait_timeout=2"
                + (prepared ? "&useServerPrepStmts=true&cachePrepStmts=true" : "");
        while (!stopping) {
            try (Connection connection = TpccCluster.connect(ports.get(dice.nextInt(ports.size())), options)) {
                connection.setAutoCommit(false);
                Client client = new Client(connection);
                while (!stopping && connection.isValid(0)) {
                    Business business = new Business(sizes, dice.nextInt(1, sizes.warehouses() + 1), dice);
                    transact(client, business);
                }
            } catch (SQLException e) {
                note(e);
                pause();
            } catch (IllegalStateException e) {
                surprises.add(String.valueOf(e.getMessage()));
            }
        }
    }

    /** @throws SQLException when the connection is of no use any more */
    private void transact(Client client, Business business) throws SQLException {
        Business.Result result = new Business.Result.Done();
        try {
            result = business.any(client);
            switch (result) {
                case Business.Result.Ordered order -> {
                    commit(client);
                    orders.add(order);
                }
                case Business.Result.Paid paid -> {
                    commit(client);
                    payments.incrementAndGet();
                }
                case Business.Result.Done done -> commit(client);
                case Business.Result.RollBack rollBack -> client.connection().rollback();
            }
        } catch (SQLException e) {
            // Of what has a result, only COMMIT can have failed.
            if (result instanceof Business.Result.Paid) {
                paymentsInDoubt.incrementAndGet();
            }
            note(e);
            pause();
            client.connection().rollback();
        }
    }

    private void commit(Client client) throws SQLException {
        client.connection().commit();
        committed.incrementAndGet();
    }

    private void note(SQLException e) {
        failures.merge(e.getErrorCode(), 1, Integer::sum);
        boolean lost = e.getErrorCode() == 0 && String.valueOf(e.getSQLState()).startsWith("08");
        if (!lost && !EXPECTED.contains(e.getErrorCode())) {
            surprises.add(e.getErrorCode() + " " + e.getSQLState() + " " + e.getMessage());
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** How many transactions were acknowledged. */
    long committed() {
        return committed.get();
    }

    /** Those that were acknowledged; complete once {@link #stop} has returned, as all that follows. */
    Set<Business.Result.Ordered> orders() {
        return orders;
    }

    /** How many were acknowledged. */
    long payments() {
        return payments.get();
    }

    /** How many more may be there: their COMMIT failed. */
    long paymentsInDoubt() {
        return paymentsInDoubt.get();
    }

    /** What no application expects. */
    Queue<String> surprises() {
        return surprises;
    }

    /** Counts by their error codes; 0 is a lost connection. */
    Map<Integer, Integer> failures() {
        return failures;
    }

    /** Returns when the last transaction has ended. */
    void stop() throws InterruptedException {
        stopping = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
