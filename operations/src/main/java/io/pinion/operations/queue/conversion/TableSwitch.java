package io.pinion.operations.queue.conversion;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.queue.BriefLocks.InUse;
import io.pinion.operations.queue.QueueServer;
import io.pinion.operations.server.ServerConnection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Puts the next table in the place of the one that clients use. MariaDB renames nothing on a connection that has locked
 * tables, so two connections do it: one locks the tables and takes the last changes over, and the other one's RENAME waits for
 * it, before all statements of clients that wait, too. Until the last change is in, an empty table has the name that the old
 * table would get, so that the RENAME fails when the first connection is lost. (gh-ost, a tool of GitHub's, found this way:
 * "Blocking, atomic cut-over", github/gh-ost issue 82.) Blocks; for one thread.
 */
final class TableSwitch {
    private static final int ATTEMPTS = 5;

    /** Clients wait for the last changes. */
    private static final int MOST_LAST_ROUNDS = 4;

    private static final Duration RENAME_WAITS = Duration.ofMillis(500);
    private static final long LOOK_EVERY_MILLIS = 2;
    private static final int RENAME_SECONDS = 10;

    private final QueueServer primary;
    private final ServerConnection renaming;
    private final Executor threads;
    private final ConversionTexts texts;
    private final ChangeReplay replay;

    /** Of the connection that renames. */
    private final String number;

    private Duration pause = Duration.ZERO;

    /**
     * @param renaming another connection to the same server
     * @param threads has one for this
     */
    TableSwitch(
            QueueServer primary,
            ServerConnection renaming,
            Executor threads,
            ConversionTexts texts,
            ChangeReplay replay)
            throws SQLException {
        this.primary = primary;
        this.renaming = renaming;
        this.threads = threads;
        this.texts = texts;
        this.replay = replay;
        this.number = renaming.firstColumn("SELECT CONNECTION_ID()").getFirst();
    }

    /** @throws OperationRefused clients change rows faster than the last changes can be taken over; all is as before */
    void run(ChangeReplay.RowPause rest) throws SQLException, InUse, OperationRefused {
        renaming.execute(List.of("SET SESSION lock_wait_timeout = " + RENAME_SECONDS));
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            replay.untilFew(rest);
            if (isSwitched()) {
                requireNothingLeft();
                return;
            }
        }
        throw new OperationRefused(texts.tables().source()
                + " couldn't be switched: clients change rows faster than the last changes are taken over; try again when"
                + " they do less");
    }

    /** How long clients' statements on the table waited. */
    Duration pause() {
        return pause;
    }

    private boolean isSwitched() throws SQLException, InUse {
        String unguarded = ConversionTexts.dropped(texts.tables().former());
        primary.server().execute(List.of(unguarded, texts.guard()));
        primary.locks().run(texts.lock());
        long begun = System.nanoTime();
        CompletableFuture<Boolean> renamed = CompletableFuture.supplyAsync(this::isRenamed, threads);
        boolean unlocked = false;
        try {
            boolean all = isWaiting(renamed) && isTakenOver();
            if (all) {
                primary.server().execute(List.of(unguarded));
            }
            primary.server().execute(List.of("UNLOCK TABLES"));
            unlocked = true;
            boolean done = joined(renamed);
            pause = Duration.ofNanos(System.nanoTime() - begun);
            if (!done) {
                primary.server().execute(List.of(unguarded));
            }
            return done;
        } finally {
            if (!unlocked) {
                // The connection is broken, or will be closed: either frees the tables, and the guard keeps the RENAME
                // out.
                primary.server().close();
                renamed.exceptionally(failed -> false).join();
            }
        }
    }

    private boolean isTakenOver() throws SQLException {
        for (int round = 0; round < MOST_LAST_ROUNDS; round++) {
            if (replay.some() == 0) {
                return true;
            }
        }
        return false;
    }

    /** Whether the RENAME waits for the locks by now: it comes before whatever comes later. */
    private boolean isWaiting(CompletableFuture<Boolean> renamed) throws SQLException {
        long end = System.nanoTime() + RENAME_WAITS.toNanos();
        while (System.nanoTime() - end < 0 && !renamed.isDone()) {
            if (primary.isWaiting(number)) {
                return true;
            }
            nap();
        }
        return false;
    }

    /** False when the guard was still there, or the tables weren't free in time. */
    private boolean isRenamed() {
        try {
            renaming.execute(List.of(texts.rename()));
            return true;
        } catch (SQLException e) {
            if (ServerConnection.isLost(e)) {
                throw new CompletionException(e);
            }
            return false;
        }
    }

    private static boolean joined(CompletableFuture<Boolean> renamed) throws SQLException {
        try {
            return renamed.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof SQLException failure ? failure : new SQLException(e.getCause());
        }
    }

    /** No statement of a client's can come before a RENAME that waits; if one did, its change is still noted. */
    private void requireNothingLeft() throws SQLException, OperationRefused {
        if (!primary.server().firstColumn(texts.someChanges(1)).isEmpty()) {
            throw new OperationRefused("a statement came between the last change and the switch of "
                    + texts.tables().source() + ": " + texts.tables().changes() + " has the keys of its rows, and "
                    + texts.tables().former() + " the rows; compare them with the queue's, and drop both tables then");
        }
    }

    private static void nap() throws SQLException {
        try {
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted", e);
        }
    }
}
