package io.pinion.server.execution.context;

import io.netty.util.concurrent.EventExecutor;
import io.pinion.routing.plan.LastingThings;
import io.pinion.routing.plan.StatementTraits.LeftBehind;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.query.InternalQueryTracker;
import io.pinion.server.observe.PoolObserver.CloseReason;
import io.pinion.server.session.LastAnswer;
import io.pinion.server.session.Pin;
import io.pinion.server.session.SessionState;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The connections that a session keeps between two statements, and why. Mostly none, seldom more than one: at most one
 * for each pair. Not thread-safe; lives on the session's event loop.
 */
public final class PinnedConnections {
    private static final Pin DIAGNOSTICS = new Pin.Diagnostics();
    private static final Pin INSERT_ID = new Pin.InsertId();
    private static final Pin OPEN_TRANSACTION = new Pin.OpenTransaction();

    /** Long enough for the next statement of a program that asks for the id, which then needs no question. */
    private static final long INSERT_ID_KEPT_MILLIS = 100;

    private final HeldList all = new HeldList();

    private final LastConnection last = new LastConnection();
    private boolean sessionGone;

    private final Leavings leavings;
    private final InsertIdPlace insertId;
    private final InternalQueryTracker asking;
    private final UnknownSqlMode textRules = new UnknownSqlMode();
    private final EventExecutor loop;
    private long keptForInsertIdSinceNanos;
    private boolean returnScheduled;

    /**
     * @param cluster as the session's event loop sees it
     * @param loop the session's event loop
     */
    public PinnedConnections(SessionState state, LoopCluster cluster, EventExecutor loop) {
        this.asking = new InternalQueryTracker(cluster.uses(), cluster.catalog().edition());
        this.insertId = new InsertIdPlace(state, asking);
        this.leavings = new Leavings(state.lastAnswer(), state::javaCharset, asking);
        this.loop = loop;
    }

    /** Where the session's {@code LAST_INSERT_ID()} is. */
    public InsertIdPlace insertId() {
        return insertId;
    }

    /** What is asked behind the session's statements. */
    public InternalQueryTracker asking() {
        return asking;
    }

    /** Whether servers may read the session's texts in another way than is known. */
    public UnknownSqlMode textRules() {
        return textRules;
    }

    /** A connection to be asked how texts are read there; null when none is left. */
    @Nullable
    BackendConnection takeInDoubt() {
        for (BackendConnection connection = textRules.take(); connection != null; connection = textRules.take()) {
            if (isBindingHold(connection) && connection.isReusable()) {
                return connection;
            }
            if (last.is(connection)) {
                // It is reset before anything runs there, but not before what reads the leavings of the last statement.
                last.isGone();
            }
        }
        return null;
    }

    /** The connection kept for {@code pair}, now in use again, or null. */
    @Nullable
    public BackendConnection claim(String pair) {
        PinnedConnection held = all.of(pair);
        return held == null ? null : held.use();
    }

    /** The connection to {@code pair} on which the transaction is open, now in use again; null when it is lost. */
    @Nullable
    public BackendConnection claimTransaction(String pair) {
        PinnedConnection held = all.of(pair);
        return held == null || !held.pins.contains(OPEN_TRANSACTION) || held.connection.isClosed() ? null : held.use();
    }

    /** The transaction's connection to {@code pair} is kept and there. */
    public boolean hasTransaction(String pair) {
        PinnedConnection held = all.of(pair);
        return held != null && held.pins.contains(OPEN_TRANSACTION) && !held.connection.isClosed();
    }

    /** The connection to {@code pair}, perhaps a lost one, that is kept for nothing but the open transaction; or null. */
    @Nullable
    BackendConnection keptForTransactionAlone(String pair) {
        PinnedConnection held = all.of(pair);
        if (held == null || !held.isBoundBy(OPEN_TRANSACTION)) {
            return null;
        }
        // The insert id of before is on it, and gone.
        boolean idLost = held.connection.isClosed() && insertId.is(held.connection);
        return idLost ? null : held.connection;
    }

    /** A connection that has gone away with its part of the transaction, or null. */
    @Nullable
    public BackendConnection lostParticipant() {
        return all.closedWith(OPEN_TRANSACTION);
    }

    /** Any connection that is kept, best one of the transaction's, then the one of {@code pair}, or null. */
    @Nullable
    public BackendConnection claimAny(String pair) {
        PinnedConnection held = any(pair);
        return held == null ? null : held.use();
    }

    /** Where a statement for {@code pair}, or for any server, would run. */
    public String pairFor(String pair, boolean anywhere) {
        PinnedConnection held = anywhere ? any(pair) : null;
        return held == null ? pair : held.connection.pool().pair();
    }

    private @Nullable PinnedConnection any(String pair) {
        PinnedConnection same = all.of(pair);
        if (same != null && same.pins.contains(OPEN_TRANSACTION)) {
            return same;
        }
        PinnedConnection transaction = all.with(OPEN_TRANSACTION);
        if (transaction != null) {
            return transaction;
        }
        return same != null ? same : all.first();
    }

    /** The connection that ran the statement before, nobody having used it since; null when it is lost to others. */
    @Nullable
    public BackendConnection claimLast() {
        BackendConnection connection = last.askable();
        if (connection == null) {
            return null;
        }
        PinnedConnection held = all.on(connection);
        if (held != null) {
            return held.use();
        }
        return last.takeBack(connection) ? connection : null;
    }

    /** The pool has just lent what this session had last, and nobody else had it meanwhile. */
    public boolean isLentAgain(BackendConnection connection) {
        return last.isLentAgain(connection);
    }

    /** Whether {@link #claimLast} would succeed. */
    public boolean lastIsAtHand() {
        BackendConnection connection = last.askable();
        return connection != null && (all.on(connection) != null || last.isIdle(connection));
    }

    /** The last statement that a server ran was run there, and can still be asked for. */
    public boolean isLast(BackendConnection connection) {
        return last.isAtHand(connection);
    }

    /** No statement has run on a server yet, so none can have left anything. */
    public boolean nothingRanYet() {
        return last.ranNothing();
    }

    /**
     * Asks for the conditions of the statement before, if only its connection knows them: an error that Pinion answers
     * itself will stand beside them.
     *
     * @param then is called then, perhaps before this returns
     */
    public void whenConditionsAreKnown(Runnable then) {
        BackendConnection connection = last.askable();
        LastAnswer answer = leavings.answer();
        boolean wanted = answer.addsOwnErrors() && answer.conditionsAreOnServer();
        PinnedConnection held = connection == null ? null : all.on(connection);
        if (!wanted || held == null) {
            then.run();
            return;
        }
        spoilCounts(held.connection);
        leavings.afterAnswer(then);
        leavings.save(held.connection, whileAsked(held));
    }

    /**
     * The session asks the connection something between two statements, during which nobody else may have it.
     *
     * @return to be called behind the answer
     */
    private Runnable whileAsked(PinnedConnection held) {
        if (held.isBinding()) {
            return () -> {};
        }
        held.use();
        return () -> {
            if (all.on(held.connection) == held) {
                held.rest();
                pinSoftly(held);
            }
        };
    }

    /**
     * Waits until it is known what the statement before has left.
     *
     * @param then is called then, perhaps before this returns
     */
    public void whenLeavingsAreKnown(Runnable then) {
        if (leavings.isAsking()) {
            leavings.afterAnswer(then);
        } else {
            then.run();
        }
    }

    /**
     * Gives back what was softly pinned: the statement that comes now doesn't ask for it.
     *
     * @param used the connection that the statement runs on, if it is one of those
     */
    public void endSoftPinsBut(@Nullable BackendConnection used) {
        for (PinnedConnection held : all.snapshot()) {
            boolean idle = !held.isInUse() || held.connection.isClosed();
            if (!held.isBinding() && idle && held.connection != used) {
                all.remove(held);
                letGo(held.connection);
            }
        }
    }

    /** Somebody else needs the connection, although the session's next statement may ask for what is there. */
    private void handOver(BackendConnection connection) {
        LastAnswer answer = leavings.answer();
        boolean wanted = answer.conditionsAreOnServer() || answer.foundRowsAreOnServer();
        if (wanted && isLast(connection) && connection.isReusable()) {
            last.isGone();
            leavings.save(connection, () -> letGo(connection));
        } else {
            letGo(connection);
        }
    }

    /** The connection's insert id goes with the session, which nobody waits for. */
    private void letGo(BackendConnection connection) {
        if (insertId.is(connection) && connection.isReusable()) {
            spoilCounts(connection);
            insertId.ask(connection, () -> connection.pool().giveBack(connection));
        } else {
            connection.pool().giveBack(connection);
        }
    }

    /** Pinion asks the connection something of its own. */
    private void spoilCounts(BackendConnection connection) {
        if (last.is(connection)) {
            leavings.answer().countsAreSpoiled();
        }
    }

    /**
     * A statement has ended on {@code connection}: keeps it or gives it back.
     *
     * @param inTransaction a transaction is open there
     * @param added what the statement has left behind
     * @param things the names of what it has left, and of what it has ended
     * @param diagnostics the next statement may ask what became of this one
     */
    public void settle(
            BackendConnection connection,
            boolean inTransaction,
            Set<LeftBehind> added,
            LastingThings things,
            boolean diagnostics) {
        if (!sessionGone) {
            last.ran(connection);
        }
        keep(connection, inTransaction, added, things, diagnostics);
    }

    private void keep(
            BackendConnection connection,
            boolean inTransaction,
            Set<LeftBehind> added,
            LastingThings things,
            boolean diagnostics) {
        if (sessionGone) {
            TidyUp.reset(connection);
            return;
        }
        boolean hasInsertId = insertId.is(connection);
        PinnedConnection held = all.on(connection);
        if (held == null) {
            if (!inTransaction && added.isEmpty() && !diagnostics && !hasInsertId) {
                connection.pool().giveBack(connection);
                return;
            }
            held = new PinnedConnection(connection);
            all.add(held);
        }
        held.set(OPEN_TRANSACTION, inTransaction);
        held.leave(added, things);
        held.set(DIAGNOSTICS, diagnostics);
        held.set(INSERT_ID, hasInsertId);
        held.rest();
        if (held.pins.isEmpty()) {
            all.remove(held);
            connection.pool().giveBack(connection);
        } else if (!held.isBinding()) {
            pinSoftly(held);
            if (!diagnostics) {
                returnLater();
            }
        }
    }

    private void pinSoftly(PinnedConnection held) {
        BackendConnection connection = held.connection;
        connection.pool().pinSoftly(connection, () -> {
            all.remove(held);
            handOver(connection);
        });
    }

    /** Sessions that insert now and then must not keep a connection each. One timer serves many inserts. */
    private void returnLater() {
        keptForInsertIdSinceNanos = System.nanoTime();
        if (!returnScheduled) {
            returnScheduled = true;
            var unused = loop.schedule(this::returnIdle, INSERT_ID_KEPT_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void returnIdle() {
        returnScheduled = false;
        BackendConnection connection = insertId.connection();
        PinnedConnection held = connection == null ? null : all.on(connection);
        if (held == null || held.isInUse() || held.isBinding() || held.pins.contains(DIAGNOSTICS)) {
            return;
        }
        long keptNanos = System.nanoTime() - keptForInsertIdSinceNanos;
        long leftNanos = TimeUnit.MILLISECONDS.toNanos(INSERT_ID_KEPT_MILLIS) - keptNanos;
        if (leftNanos > 0) {
            returnScheduled = true;
            var unused = loop.schedule(this::returnIdle, leftNanos, TimeUnit.NANOSECONDS);
            return;
        }
        all.remove(held);
        letGo(held.use());
    }

    /** As {@link #settle}, for what isn't a statement of its own: the one before stays the last. */
    public void settleAside(BackendConnection connection, boolean inTransaction) {
        if (last.is(connection)) {
            boolean diagnostics = leavings.answer().conditionsAreOnServer();
            settle(connection, inTransaction, Set.of(), LastingThings.NONE, diagnostics);
        } else {
            keep(connection, inTransaction, Set.of(), LastingThings.NONE, false);
        }
    }

    /**
     * Asks for the session's insert id, which its next statement needs.
     *
     * @param then is called when it is known, perhaps before this returns
     */
    public void learnInsertId(Runnable then) {
        BackendConnection connection = insertId.connection();
        if (insertId.isAsking()) {
            insertId.afterAnswer(then);
        } else if (connection != null && connection.isReusable()) {
            insertId.afterAnswer(then);
            PinnedConnection held = all.on(connection);
            if (held == null || held.isBinding() || held.pins.contains(DIAGNOSTICS)) {
                spoilCounts(connection);
                insertId.ask(connection, held == null ? () -> {} : whileAsked(held));
            } else {
                all.remove(held);
                letGo(held.use());
            }
        } else {
            insertId.isKnown();
            then.run();
        }
    }

    /** The answer that ends now has opened it, and {@link #settle} of that answer comes yet. */
    void openedCursor(BackendConnection connection, OpenCursor cursor) {
        PinnedConnection held = all.on(connection);
        if (held == null) {
            held = new PinnedConnection(connection);
            all.add(held);
        }
        held.pins.add(new Pin.OpenCursor(cursor));
    }

    /** The answer that ends now has closed it, and {@link #settle} of that answer comes yet. */
    void endedCursor(BackendConnection connection, OpenCursor cursor) {
        PinnedConnection held = all.on(connection);
        if (held != null) {
            held.pins.remove(new Pin.OpenCursor(cursor));
        }
    }

    /** It was closed between two statements: the connection isn't kept for it any more. */
    void closedCursor(BackendConnection connection, OpenCursor cursor) {
        PinnedConnection held = all.on(connection);
        if (held != null && held.pins.remove(new Pin.OpenCursor(cursor)) && !held.isBinding()) {
            all.remove(held);
            letGo(connection);
        }
    }

    /**
     * The transaction on the connection to {@code pair} is undone there, and nobody waits for it; whatever else is kept on
     * the connection stays.
     *
     * @param rollback the statements that undo it
     */
    public void endTransaction(String pair, List<String> rollback) {
        PinnedConnection held = all.of(pair);
        if (held == null || !held.pins.contains(OPEN_TRANSACTION)) {
            return;
        }
        BackendConnection connection = held.use();
        if (!connection.isReusable()) {
            // It is gone, or a statement is under way there: the server undoes the transaction when it closes.
            discard(connection);
            return;
        }
        held.pins.remove(OPEN_TRANSACTION);
        if (held.isBinding()) {
            held.rest();
            TidyUp.rollback(connection, rollback, false);
        } else {
            all.remove(held);
            boolean asks = insertId.is(connection);
            TidyUp.rollback(connection, rollback, !asks);
            if (asks) {
                insertId.ask(connection, () -> connection.pool().giveBack(connection));
            }
        }
    }

    /** The connection's state isn't known any more: it is closed. */
    public void discard(BackendConnection connection) {
        PinnedConnection held = all.on(connection);
        if (held != null) {
            all.remove(held);
        }
        connection.pool().discard(connection, CloseReason.UNCLEAN);
    }

    /** Forgets a connection that has ended by itself. True when the session has lost something with it. */
    public boolean forget(BackendConnection connection) {
        PinnedConnection held = all.on(connection);
        if (held != null) {
            all.remove(held);
        }
        return held != null && held.isBinding();
    }

    /** The session has ended: what comes back from its last statement is cleaned and given back. */
    public void sessionGone() {
        sessionGone = true;
        // A statement that waits for an answer isn't run any more, also when the answer comes, or its connection is
        // closed.
        insertId.afterAnswer(() -> {});
        leavings.afterAnswer(() -> {});
    }

    /** The client is gone: nothing more is run for it. */
    public boolean isOver() {
        return sessionGone;
    }

    /** A transaction of the session is open on this connection. */
    public boolean holdsTransaction(BackendConnection connection) {
        PinnedConnection held = all.on(connection);
        return held != null && held.pins.contains(OPEN_TRANSACTION);
    }

    /** It is kept for something that can't be given up. */
    public boolean isBindingHold(BackendConnection connection) {
        PinnedConnection held = all.on(connection);
        return held != null && held.isBinding();
    }

    /** A COM_RESET_CONNECTION would take something from the session. */
    public boolean mustNotReset(BackendConnection connection) {
        return insertId.is(connection) || isBindingHold(connection);
    }

    /** It isn't kept any more, and its state is known. */
    public void giveUp(BackendConnection connection) {
        PinnedConnection held = all.on(connection);
        if (held != null) {
            all.remove(held);
        }
        letGo(connection);
    }

    /** Hands over all that is kept, for a reset or the end of the session. */
    public List<BackendConnection> takeAll() {
        List<BackendConnection> connections =
                all.snapshot().stream().map(PinnedConnection::use).toList();
        all.clear();
        last.forget();
        insertId.isKnown();
        textRules.clear();
        return connections;
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** Something that statements of other pairs can't see lives on a connection to another pair than {@code pair}. */
    public boolean hasElsewhere(LeftBehind what, String pair) {
        return all.hasElsewhere(what, pair);
    }

    /** The pair of a connection that is kept for {@code what}. */
    public Optional<String> pairWith(LeftBehind what) {
        PinnedConnection held = all.isEmpty() ? null : all.withLeft(what);
        return held == null
                ? Optional.empty()
                : Optional.of(held.connection.pool().pair());
    }

    /** Rows of a cursor may be left to be fetched. */
    boolean hasCursor() {
        return all.hasCursor();
    }

    /** For {@code SHOW SESSIONS}; empty when nothing is kept. */
    public String reasons() {
        return all.reasons();
    }

    /** The servers that connections are kept to. */
    public List<String> servers() {
        return all.servers();
    }
}
