package io.pinion.operations.queue;

import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.work.Sleep;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Runs statements that need a table for themselves, and ends each that waits for it: statements of clients queue up behind
 * one that waits. A server's own {@code lock_wait_timeout} has whole seconds, which is too long for that. Blocks; for one
 * thread.
 */
final class BriefLocks {
    /** How long one attempt lets clients wait. */
    private static final Duration LONGEST_WAIT = Duration.ofMillis(120);

    private static final Duration LOOK_EVERY = Duration.ofMillis(20);
    private static final int ATTEMPTS = 12;

    /** Clients wait meanwhile. */
    private static final Duration LONGEST_PURGE = Duration.ofMillis(80);

    private static final long LOOK_FOR_PURGE_EVERY_MILLIS = 2;
    private static final String PURGE_IS_BUSY = " state: running\n";
    private static final long SHORTEST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 700;

    /** MySQL's ER_QUERY_INTERRUPTED. */
    private static final int INTERRUPTED = 1317;

    /** MySQL's ER_LOCK_WAIT_TIMEOUT, of the server's own limit. */
    private static final int LOCK_WAIT_TIMEOUT = 1205;

    private final ServerConnection server;
    private final ServerConnection watcher;
    private final String number;

    /**
     * @param server runs the statements
     * @param watcher another connection to the same server, used by nobody else meanwhile, that may end statements and
     *     see the state of InnoDB
     */
    BriefLocks(ServerConnection server, ServerConnection watcher) throws SQLException {
        this.server = server;
        this.watcher = watcher;
        this.number = server.firstColumn("SELECT CONNECTION_ID()").getFirst();
        // For a watcher that dies: no server takes less.
        server.execute(List.of("SET SESSION lock_wait_timeout = 1"));
    }

    /** The table was in use at each attempt. */
    static final class InUse extends Exception {
        private static final long serialVersionUID = 1;

        InUse() {
            super(
                    "statements or transactions had it at each of " + ATTEMPTS
                            + " attempts (SHOW PROCESSLIST there tells of long ones): it is tried again",
                    null,
                    false,
                    false);
        }

        @Override
        public String getMessage() {
            return String.valueOf(super.getMessage());
        }
    }

    /** @throws InUse nothing was done */
    void run(String sql) throws SQLException, InUse {
        this.<RuntimeException>repeat(() -> isRun(sql));
    }

    /** One attempt; false when the table was in use, and then nothing was done. */
    @FunctionalInterface
    private interface OneTry<E extends Exception> {
        boolean isRun() throws SQLException, E;
    }

    private <E extends Exception> void repeat(OneTry<E> once) throws SQLException, InUse, E {
        for (int attempt = 1; !once.isRun(); attempt++) {
            if (attempt == ATTEMPTS) {
                throw new InUse();
            }
            Sleep.ofMillis(ThreadLocalRandom.current().nextLong(SHORTEST_PAUSE_MILLIS, LONGEST_PAUSE_MILLIS));
        }
    }

    /** What is looked at while nobody else has the table. */
    @FunctionalInterface
    interface Look<E extends Exception> {
        void at() throws SQLException, E;
    }

    /**
     * Runs a statement on a table that nobody else reads or writes meanwhile.
     *
     * @param look before the statement, which doesn't run when this throws
     * @throws InUse nothing was done
     */
    <E extends Exception> void runLocked(TableName table, Look<E> look, String sql) throws SQLException, InUse, E {
        this.<E>repeat(() -> isRunLocked(table, look, sql));
    }

    private <E extends Exception> boolean isRunLocked(TableName table, Look<E> look, String sql)
            throws SQLException, E {
        if (!isRun("LOCK TABLES " + table.quoted() + " WRITE")) {
            return false;
        }
        try {
            look.at();
            awaitPurge();
            return isRun(sql);
        } finally {
            server.execute(List.of("UNLOCK TABLES"));
        }
    }

    /**
     * Waits until InnoDB's purge has caught up with a table that nobody writes to. On MariaDB an ALTER TABLE that drops or
     * divides a partition sleeps for a whole second, with the table locked, while purge works on rows of that table
     * (ha_innobase::delete_table calls purge_sys_t::stop_FTS; seen with 11.4: one in four under load, none of 160 behind this).
     */
    private void awaitPurge() throws SQLException {
        if (watcher.dialect().sleepsForPurge()) {
            Sleep.until(LONGEST_PURGE, LOOK_FOR_PURGE_EVERY_MILLIS, () -> !isPurging());
        }
    }

    private boolean isPurging() throws SQLException {
        return Answers.firstRow(watcher.jdbc(), "SHOW ENGINE INNODB STATUS")
                .getOrDefault("Status", "")
                .contains(PURGE_IS_BUSY);
    }

    /** False when the table was in use, and then nothing was done. */
    private boolean isRun(String sql) throws SQLException {
        CountDownLatch over = new CountDownLatch(1);
        CompletableFuture<Boolean> watch = CompletableFuture.supplyAsync(() -> isEnded(over), BriefLocks::start);
        boolean run = true;
        try {
            server.execute(List.of(sql));
        } catch (SQLException e) {
            if (e.getErrorCode() != INTERRUPTED && e.getErrorCode() != LOCK_WAIT_TIMEOUT) {
                throw e;
            }
            run = false;
        } finally {
            over.countDown();
        }
        if (watched(watch) && run) {
            awaitLateKill();
        }
        return run;
    }

    /** Always at once, since clients wait meanwhile. */
    private static void start(Runnable watch) {
        Thread.ofPlatform().daemon().name("pinion-queue-watch").start(watch);
    }

    private static boolean watched(CompletableFuture<Boolean> watch) throws SQLException {
        try {
            return watch.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof SQLException failure ? failure : new SQLException(e.getCause());
        }
    }

    /** A KILL that comes behind the end of its statement would end the next one. */
    private void awaitLateKill() throws SQLException {
        try {
            server.execute(List.of("DO SLEEP(0.05)"));
        } catch (SQLException e) {
            if (e.getErrorCode() != INTERRUPTED) {
                throw e;
            }
        }
    }

    /** Whether the statement was ended, since it waited for others. Returns as soon as it is over. */
    private boolean isEnded(CountDownLatch over) {
        try {
            long waits = 0;
            while (!over.await(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
                if (over.getCount() == 0 || !isWaiting()) {
                    waits = 0;
                } else if (waits == 0) {
                    waits = System.nanoTime();
                } else if (System.nanoTime() - waits > LONGEST_WAIT.toNanos()) {
                    watcher.execute(List.of("KILL QUERY " + number));
                    return true;
                }
            }
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CompletionException(e);
        } catch (SQLException e) {
            throw new CompletionException(e);
        }
    }

    /** Whether the statement waits for a lock on a table. */
    private boolean isWaiting() throws SQLException {
        return watcher.firstColumn("SELECT STATE FROM information_schema.PROCESSLIST WHERE ID = " + number).stream()
                .anyMatch(state -> state.startsWith("Waiting for") && state.contains("lock"));
    }
}
