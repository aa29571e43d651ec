package io.pinion.integration.faults.workload;

import io.pinion.integration.faults.cluster.FaultCluster;
import io.pinion.integration.faults.cluster.FaultProxy;
import io.pinion.integration.faults.history.Creations;
import io.pinion.server.testing.Conditions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Writers, each on a thread and a connection of its own, which it makes anew behind each error. */
public final class Clients implements AutoCloseable {
    private static final int COUNT = 8;
    private static final int THINK_MILLIS = 20;
    private static final int AGAIN_MILLIS = 50;

    /** Longer than statements are held. */
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

    private static final Duration PAUSE_TIMEOUT = Duration.ofSeconds(90);

    private static final int LONGEST_KIND = 120;

    private final FaultCluster cluster;
    private final AtomicLong numbers = new AtomicLong();
    private final AtomicLong done = new AtomicLong();
    private final Creations creations = new Creations();
    private final ConcurrentLinkedQueue<String> errors = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads = new ArrayList<>();

    /** Held for reading by who writes. */
    private final ReentrantReadWriteLock gate = new ReentrantReadWriteLock(true);

    private volatile Round round = new Round();
    private volatile boolean stopping;

    public Clients(FaultCluster cluster, long seed) {
        this.cluster = cluster;
        List<List<Integer>> groups = cluster.groups();
        List<Integer> all = groups.stream().flatMap(List::stream).toList();
        for (int client = 0; client < COUNT; client++) {
            List<Writer> writers = List.of(
                    new ListWriter(all, client, numbers, () -> round),
                    new BankWriter(groups, numbers, () -> round),
                    new ObjectWriter(numbers, creations));
            SplittableRandom dice = new SplittableRandom(seed + client);
            threads.add(Thread.ofVirtual().name("client-" + client).unstarted(() -> work(writers, dice)));
        }
    }

    public void start() {
        threads.forEach(Thread::start);
    }

    static List<String> lists() {
        List<String> names = new ArrayList<>();
        for (int client = 0; client < COUNT; client++) {
            if (!names.contains(ListWriter.nameFor(client))) {
                names.add(ListWriter.nameFor(client));
            }
        }
        return names;
    }

    private void work(List<Writer> writers, SplittableRandom dice) {
        while (!stopping) {
            try (Connection client = connect(dice)) {
                while (!stopping) {
                    write(writers.get(dice.nextInt(writers.size())), client, dice);
                    TimeUnit.MILLISECONDS.sleep(dice.nextInt(THINK_MILLIS));
                }
            } catch (SQLException e) {
                errors.add(e.getErrorCode() + " " + e.getMessage());
                pauseAMoment();
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private Connection connect(SplittableRandom dice) throws SQLException {
        FaultProxy proxy = cluster.proxies().get(dice.nextInt(cluster.proxies().size()));
        return proxy.connect(ANSWER_TIMEOUT, dice.nextBoolean() ? "&useServerPrepStmts=true" : "");
    }

    private void write(Writer writer, Connection client, SplittableRandom dice) throws SQLException {
        gate.readLock().lock();
        try {
            writer.write(client, dice);
            done.incrementAndGet();
        } finally {
            gate.readLock().unlock();
        }
    }

    private static void pauseAMoment() {
        try {
            TimeUnit.MILLISECONDS.sleep(AGAIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What went wrong until now, in order; also connections that couldn't be made. */
    public List<String> errors() {
        return List.copyOf(errors);
    }

    /** The same, counted: without what differs from one to the next. */
    public Map<String, Integer> errorsByKind() {
        Map<String, Integer> kinds = new TreeMap<>();
        for (String error : errors) {
            int number = error.indexOf(' ');
            String message = error.substring(number)
                    .replaceAll("\\d+", "N")
                    .lines()
                    .findFirst()
                    .orElse("");
            String kind = error.substring(0, number) + message.substring(0, Math.min(LONGEST_KIND, message.length()));
            kinds.merge(kind, 1, Integer::sum);
        }
        return kinds;
    }

    /** How many writes were acknowledged until now. */
    public long done() {
        return done.get();
    }

    /** Returns when so many more writes are done. */
    public void awaitMore(int writes) {
        long wanted = done.get() + writes;
        Conditions.await(
                writes + " more writes, the last errors of clients being " + lastErrors() + ",",
                PAUSE_TIMEOUT,
                () -> done.get() >= wanted);
    }

    public String lastErrors() {
        List<String> all = errors();
        return String.join("; ", all.subList(Math.max(0, all.size() - 3), all.size()));
    }

    /** Work that is done while no client writes. */
    public interface Work {
        void run() throws Exception;
    }

    /** Waits for what is under way, and lets nobody begin before the work is done. */
    public void paused(Work work) throws Exception {
        if (!gate.writeLock().tryLock(PAUSE_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("a client's write hasn't ended within " + PAUSE_TIMEOUT);
        }
        try {
            work.run();
        } finally {
            gate.writeLock().unlock();
        }
    }

    /** For who has paused the clients. */
    Round round() {
        return round;
    }

    /** For who has paused the clients, and emptied the tables. */
    void nextRound() {
        round = new Round();
    }

    Creations creations() {
        return creations;
    }

    /** Returns when all have ended. */
    @Override
    public void close() {
        stopping = true;
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts a test", e);
            }
        }
    }
}
