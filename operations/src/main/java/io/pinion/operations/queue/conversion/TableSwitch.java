package io.pinion.operations.queue.conversion;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.queue.BriefLocks;
import io.pinion.operations.queue.BriefLocks.InUse;
import io.pinion.operations.queue.QueueServer;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.TableTexts;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts the next table in the place of the one that clients use. MariaDB renames nothing on a connection that has locked
 * tables, so two connections do it: one locks the tables and takes the last changes over, and the other one's RENAME waits for
 * it, before all statements of clients that wait, too. Until the last change is in, an empty table has the name that the old
 * table would get, so that the RENAME fails when the first connection is lost. (gh-ost, a tool of GitHub's, found this way:
 * "Blocking, atomic cut-over", github/gh-ost issue 82.) Blocks; for one thread.
 */
final class TableSwitch {
    private static final Logger log = LoggerFactory.getLogger(TableSwitch.class);

    /** Clients wait for the last changes. */
    private static final int MOST_LAST_ROUNDS = 4;

    private static final Duration RENAME_WAITS = Duration.ofMillis(500);
    private static final long LOOK_EVERY_MILLIS = 2;
    private static final int RENAME_SECONDS = 10;
    private static final int ALONE_SECONDS = 10;

    /** MySQL's ER_TABLE_EXISTS_ERROR. */
    private static final int TABLE_EXISTS = 1050;

    private final QueueServer primary;
    private final ServerConnection renaming;
    private final Executor threads;
    private final ConversionTexts texts;
    private final ChangeReplay replay;

    /** How long the locking connection may be idle in ordinary times. */
    private final String patience;

    /** What the table was like when it began to be copied. */
    private final String definition;

    private final String tableNumber;

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
        this.patience =
                primary.server().firstColumn("SELECT @@SESSION.wait_timeout").getFirst();
        renaming.execute(List.of("SET SESSION lock_wait_timeout = " + RENAME_SECONDS));
        this.number = renaming.firstColumn("SELECT CONNECTION_ID()").getFirst();
        this.definition = definition();
        this.tableNumber = new EngineTable(renaming, texts.tables().source()).number();
    }

    /** What comes right before each attempt or behind it, while nothing is locked. */
    @FunctionalInterface
    interface Preparation {
        void run() throws SQLException, OperationRefused;
    }

    /**
     * Tries until it is done, or the operation must end: whoever has the table is waited for, and changes are taken over
     * meanwhile.
     *
     * @param rest behind some changes
     * @param wait behind each attempt
     */
    void run(Preparation before, ChangeReplay.RowPause rest, Preparation wait) throws SQLException, OperationRefused {
        while (true) {
            replay.untilFew(rest);
            try {
                before.run();
                if (isSwitched()) {
                    requireNothingLeft();
                    return;
                }
            } catch (InUse e) {
                log.debug("A table is in use, and is switched later", e);
            } catch (SQLException e) {
                if (!BriefLocks.isTimeout(e) || primary.server().jdbc().isClosed()) {
                    throw e;
                }
                log.debug("Something else is in the way, as a backup is, and a table is switched later", e);
            }
            wait.run();
        }
    }

    /** How long clients' statements on the table waited. */
    Duration pause() {
        return pause;
    }

    private boolean isSwitched() throws SQLException, InUse, OperationRefused {
        ServerConnection server = primary.server();
        String unguarded = ConversionTexts.dropped(texts.tables().former());
        // A proxy whose machine is gone lets clients wait no longer.
        server.execute(List.of(unguarded, texts.guard(), "SET SESSION wait_timeout = " + ALONE_SECONDS));
        boolean switched = false;
        try {
            primary.locks().run(texts.lock());
            long begun = System.nanoTime();
            switched = isSwitchedUnderLock(unguarded);
            pause = Duration.ofNanos(System.nanoTime() - begun);
        } finally {
            if (!server.jdbc().isClosed()) {
                server.execute(List.of("UNLOCK TABLES", "SET SESSION wait_timeout = " + patience));
                if (!switched) {
                    server.execute(List.of(unguarded));
                }
            }
        }
        return switched;
    }

    /** The tables aren't locked any more when this returns. */
    private boolean isSwitchedUnderLock(String unguarded) throws SQLException, OperationRefused {
        requireAsBefore();
        CompletableFuture<Boolean> renamed = CompletableFuture.supplyAsync(this::isRenamed, threads);
        try {
            if (isWaiting(renamed) && isTakenOver()) {
                primary.server().execute(List.of(unguarded));
            }
            primary.server().execute(List.of("UNLOCK TABLES"));
            return joined(renamed);
        } catch (SQLException | RuntimeException e) {
            // The tables are free then. The RENAME may still be on its way: the guard keeps it out, and the next
            // attempt ends
            // both.
            primary.server().close();
            renamed.exceptionally(failed -> false).join();
            throw e;
        }
    }

    /** The source as it is, but for the number of its next row. */
    private String definition() throws SQLException {
        String shown = Answers.named(
                primary.server().jdbc(),
                "SHOW CREATE TABLE " + texts.tables().source().quoted());
        return TableTexts.withoutNextNumber(shown);
    }

    /** Whoever alters or empties the table on the server itself does it past the triggers. */
    private void requireAsBefore() throws SQLException, OperationRefused {
        EngineTable engine = new EngineTable(renaming, texts.tables().source());
        if (!definition().equals(definition) || !engine.number().equals(tableNumber)) {
            throw new OperationRefused(texts.tables().source()
                    + " was altered or emptied on its server while it was copied: the shard is begun anew next time");
        }
        engine.requireUnreferred();
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
            if (primary.isWaitingForTable(number)) {
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
            if (e.getErrorCode() == TABLE_EXISTS || BriefLocks.isTimeout(e)) {
                return false;
            }
            throw new CompletionException(e);
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
