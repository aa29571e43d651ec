package io.pinion.server.execution.context;

import io.netty.util.concurrent.EventExecutor;
import io.pinion.routing.plan.SessionEffects.RetainedState;
import io.pinion.routing.plan.SessionObjects;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.query.InternalQueryTracker;
import io.pinion.server.observe.PoolObserver.CloseReason;
import io.pinion.server.session.DiagnosticsArea;
import io.pinion.server.session.Pin;
import io.pinion.server.session.SessionState;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The connections that a session keeps between two statements, with the reasons: at most one for each pair, mostly
 * none. Not thread-safe; lives on the session's event loop.
 */
public final class PinnedConnections {
    private static final Pin DIAGNOSTICS = new Pin.Diagnostics();
    private static final Pin INSERT_ID = new Pin.InsertId();
    private static final Pin OPEN_TRANSACTION = new Pin.OpenTransaction();

    /** Long enough for the next statement of a program that asks for the id, so that Pinion needn't query it. */
    private static final long INSERT_ID_KEPT_MILLIS = 100;

    private final HeldList all = new HeldList();

    private final LastConnection last = new LastConnection();
    private boolean sessionGone;

    private final DiagnosticsReader diagnosticsReader;
    private final InsertIdPlace insertId;
    private final InternalQueryTracker asking;
    private final UnknownSqlMode textRules = new UnknownSqlMode();
    private final EventExecutor loop;
    private long keptForInsertIdSinceNanos;
    private boolean returnScheduled;

    /**
     * @param cluster the session's event loop's
     * @param loop the session's event loop
     */
    public PinnedConnections(SessionState state, LoopCluster cluster, EventExecutor loop) {
        this.asking = new InternalQueryTracker(cluster.uses(), cluster.catalog().edition());
        this.insertId = new InsertIdPlace(state, asking);
        this.diagnosticsReader = new DiagnosticsReader(state.diagnostics(), state::javaCharset, asking);
        this.loop = loop;
    }

    /** The place of the session's {@code LAST_INSERT_ID()}. */
    public InsertIdPlace insertId() {
        return insertId;
    }

    /** Tracks the internal queries between the session's statements. */
    public InternalQueryTracker asking() {
        return asking;
    }

    /** The connections whose sql_mode and character set may differ from the known ones. */
    public UnknownSqlMode textRules() {
        return textRules;
    }

    /** A connection on which Pinion must query sql_mode and character set; null when none is left. */
    @Nullable
    BackendConnection takeInDoubt() {
        for (BackendConnection connection = textRules.take(); connection != null; connection = textRules.take()) {
            if (isBindingHold(connection) && connection.isReusable()) {
                return connection;
            }
            if (last.is(connection)) {
                // The connection is reset before its next statement, except one that reads the last statement's
                // diagnostics. So that one must not run here.
                last.gone();
            }
        }
        return null;
    }

    /** The connection kept for {@code pair}, now in use again, or null. */
    @Nullable
    public BackendConnection claim(String pair) {
        assert loop.inEventLoop();
        PinnedConnection held = all.of(pair);
        return held == null ? null : held.use();
    }

    /** The connection to {@code pair} that has the open transaction, now in use again; null when it is lost. */
    @Nullable
    public BackendConnection claimTransaction(String pair) {
        PinnedConnection held = all.of(pair);
        return held == null || !held.pins.contains(OPEN_TRANSACTION) || held.connection.isClosed() ? null : held.use();
    }

    /** Whether the session keeps a living connection to {@code pair} with its part of the transaction. */
    public boolean hasTransaction(String pair) {
        PinnedConnection held = all.of(pair);
        return held != null && held.pins.contains(OPEN_TRANSACTION) && !held.connection.isClosed();
    }

    /** The connection to {@code pair}, perhaps a lost one, whose only pin is the open transaction; or null. */
    @Nullable
    BackendConnection keptForTransactionAlone(String pair) {
        PinnedConnection held = all.of(pair);
        if (held == null || !held.isBoundBy(OPEN_TRANSACTION)) {
            return null;
        }
        // The lost connection alone knew the id of an earlier insert.
        boolean idLost = held.connection.isClosed() && insertId.is(held.connection);
        return idLost ? null : held.connection;
    }

    /** A lost connection that had a part of the transaction, or null. */
    @Nullable
    public BackendConnection lostParticipant() {
        return all.closedWith(OPEN_TRANSACTION);
    }

    /** Any connection that is kept, preferably one with the transaction, then one to {@code pair}; or null. */
    @Nullable
    public BackendConnection claimAny(String pair) {
        assert loop.inEventLoop();
        PinnedConnection held = any(pair);
        return held == null ? null : held.use();
    }

    /** The pair on which a statement for {@code pair}, or for any server, would run. */
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

    /** The connection that ran the last statement, if no other session has used it since; else null. */
    @Nullable
    public BackendConnection claimLast() {
        assert loop.inEventLoop();
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

    /** Whether the pool has just lent the session its last connection again, unused in between. */
    public boolean isLentAgain(BackendConnection connection) {
        return last.isLentAgain(connection);
    }

    /** Whether {@link #claimLast} would succeed. */
    public boolean lastIsAtHand() {
        BackendConnection connection = last.askable();
        return connection != null && (all.on(connection) != null || last.isIdle(connection));
    }

    /** Whether this connection ran the session's last statement, and still has its diagnostics. */
    public boolean isLast(BackendConnection connection) {
        return last.isAtHand(connection);
    }

    /** Whether no statement has run on a server yet, so that there are no diagnostics. */
    public boolean nothingRanYet() {
        return last.ranNothing();
    }

    /**
     * Reads the conditions of the statement before, if only its connection knows them. An error that Pinion itself
     * answers is then added to them.
     *
     * @param then called afterwards, perhaps before this returns
     */
    public void whenConditionsAreKnown(Runnable then) {
        BackendConnection connection = last.askable();
        DiagnosticsArea answer = diagnosticsReader.answer();
        boolean wanted = answer.addsOwnErrors() && answer.conditionsAreOnServer();
        PinnedConnection held = connection == null ? null : all.on(connection);
        if (!wanted || held == null) {
            then.run();
            return;
        }
        spoilCounts(held.connection);
        diagnosticsReader.afterAnswer(then);
        diagnosticsReader.save(held.connection, whileAsked(held));
    }

    /**
     * Keeps the connection in use while Pinion queries it between two statements.
     *
     * @return to be called after the answer
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

    /** Whether a query of the last statement's diagnostics is under way. */
    public boolean isAskedForDiagnostics() {
        return diagnosticsReader.isAsking();
    }

    /**
     * Waits for a query of the last statement's diagnostics, if one is under way.
     *
     * @param then called afterwards, perhaps before this returns
     */
    public void whenDiagnosticsAreKnown(Runnable then) {
        if (diagnosticsReader.isAsking()) {
            diagnosticsReader.afterAnswer(then);
        } else {
            then.run();
        }
    }

    /**
     * Releases the softly pinned connections, because the statement that comes now doesn't ask for their state.
     *
     * @param used the connection of that statement, if it is one of them
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

    /** Another session needs the connection: first reads the diagnostics that this session may still ask for. */
    private void handOver(BackendConnection connection) {
        DiagnosticsArea answer = diagnosticsReader.answer();
        boolean wanted = answer.conditionsAreOnServer() || answer.foundRowsAreOnServer();
        if (wanted && isLast(connection) && connection.isReusable()) {
            last.gone();
            diagnosticsReader.save(connection, () -> letGo(connection));
        } else {
            letGo(connection);
        }
    }

    /** Releases the connection; before that, reads the session's insert id from it in the background. */
    private void letGo(BackendConnection connection) {
        if (insertId.is(connection) && connection.isReusable()) {
            spoilCounts(connection);
            insertId.ask(connection, () -> connection.pool().giveBack(connection));
        } else {
            connection.pool().giveBack(connection);
        }
    }

    /** Pinion runs a query of its own on the connection. */
    private void spoilCounts(BackendConnection connection) {
        if (last.is(connection)) {
            diagnosticsReader.answer().countsAreSpoiled();
        }
    }

    /**
     * A statement has ended on {@code connection}: keeps the connection or releases it.
     *
     * @param inTransaction whether a transaction is open there
     * @param added the kinds of state that the statement has left behind
     * @param things the names of state that the statement has left or ended
     * @param diagnostics whether the next statement may ask for diagnostics of this one
     */
    public void settle(
            BackendConnection connection,
            boolean inTransaction,
            Set<RetainedState> added,
            SessionObjects things,
            boolean diagnostics) {
        if (!sessionGone) {
            last.ran(connection);
        }
        keep(connection, inTransaction, added, things, diagnostics);
    }

    private void keep(
            BackendConnection connection,
            boolean inTransaction,
            Set<RetainedState> added,
            SessionObjects things,
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

    /** Keeps sessions that insert now and then from holding a connection each. One timer serves many inserts. */
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

    /** As {@link #settle}, for a command that is no statement: the last statement stays the same. */
    public void settleAside(BackendConnection connection, boolean inTransaction) {
        if (last.is(connection)) {
            boolean diagnostics = diagnosticsReader.answer().conditionsAreOnServer();
            settle(connection, inTransaction, Set.of(), SessionObjects.NONE, diagnostics);
        } else {
            keep(connection, inTransaction, Set.of(), SessionObjects.NONE, false);
        }
    }

    /**
     * Reads the session's insert id, which its next statement needs.
     *
     * @param then called when the id is known, perhaps before this returns
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
            insertId.becameKnown();
            then.run();
        }
    }

    /** The answer that ends now has opened the cursor; a call of {@link #settle} follows for that answer. */
    void openedCursor(BackendConnection connection, OpenCursor cursor) {
        PinnedConnection held = all.on(connection);
        if (held == null) {
            held = new PinnedConnection(connection);
            all.add(held);
        }
        held.pins.add(new Pin.OpenCursor(cursor));
    }

    /** The answer that ends now has closed the cursor; a call of {@link #settle} follows for that answer. */
    void endedCursor(BackendConnection connection, OpenCursor cursor) {
        PinnedConnection held = all.on(connection);
        if (held != null) {
            held.pins.remove(new Pin.OpenCursor(cursor));
        }
    }

    /** The cursor was closed between two statements, and its pin ends. */
    void closedCursor(BackendConnection connection, OpenCursor cursor) {
        PinnedConnection held = all.on(connection);
        if (held != null && held.pins.remove(new Pin.OpenCursor(cursor)) && !held.isBinding()) {
            all.remove(held);
            letGo(connection);
        }
    }

    /**
     * Rolls back the transaction on the connection to {@code pair} in the background; other pins of the connection
     * stay.
     *
     * @param rollback the statements that undo the transaction
     */
    public void endTransaction(String pair, List<String> rollback) {
        PinnedConnection held = all.of(pair);
        if (held == null || !held.pins.contains(OPEN_TRANSACTION)) {
            return;
        }
        BackendConnection connection = held.use();
        if (!connection.isReusable()) {
            // The connection is lost, or a statement is under way: the server rolls back when the connection closes.
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

    /** Closes the connection, whose state is unknown. */
    public void discard(BackendConnection connection) {
        assert loop.inEventLoop();
        PinnedConnection held = all.on(connection);
        if (held != null) {
            all.remove(held);
        }
        connection.pool().discard(connection, CloseReason.UNCLEAN);
    }

    /** Removes a connection that has ended by itself. True when the session has lost state with it. */
    public boolean forget(BackendConnection connection) {
        PinnedConnection held = all.on(connection);
        if (held != null) {
            all.remove(held);
        }
        return held != null && held.isBinding();
    }

    /** The session has ended: a connection that comes back from its last statement is reset and released. */
    public void sessionGone() {
        assert loop.inEventLoop();
        sessionGone = true;
        // The statement that waits for a query must not run, neither after the answer nor when the connection is lost.
        insertId.afterAnswer(() -> {});
        diagnosticsReader.afterAnswer(() -> {});
    }

    /** Whether the client is gone, so that no further statement runs for it. */
    public boolean isOver() {
        return sessionGone;
    }

    /** Whether a transaction of the session is open on this connection. */
    public boolean holdsTransaction(BackendConnection connection) {
        PinnedConnection held = all.on(connection);
        return held != null && held.pins.contains(OPEN_TRANSACTION);
    }

    /** Whether the connection has a binding pin. */
    public boolean isBindingHold(BackendConnection connection) {
        PinnedConnection held = all.on(connection);
        return held != null && held.isBinding();
    }

    /** Whether COM_RESET_CONNECTION would destroy state of the session. */
    public boolean mustNotReset(BackendConnection connection) {
        return insertId.is(connection) || isBindingHold(connection);
    }

    /** Ends the pins of the connection, whose state is known, and releases it. */
    public void giveUp(BackendConnection connection) {
        assert loop.inEventLoop();
        PinnedConnection held = all.on(connection);
        if (held != null) {
            all.remove(held);
        }
        letGo(connection);
    }

    /** Removes and returns all connections, for a reset or the end of the session. */
    public List<BackendConnection> takeAll() {
        assert loop.inEventLoop();
        List<BackendConnection> connections =
                all.snapshot().stream().map(PinnedConnection::use).toList();
        all.clear();
        last.forget();
        insertId.becameKnown();
        textRules.clear();
        return connections;
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** Whether a connection to another pair than {@code pair} has such state. */
    public boolean hasElsewhere(RetainedState what, String pair) {
        return all.hasElsewhere(what, pair);
    }

    /** The pair of a connection that has such state. */
    public Optional<String> pairWith(RetainedState what) {
        PinnedConnection held = all.isEmpty() ? null : all.withLeft(what);
        return held == null
                ? Optional.empty()
                : Optional.of(held.connection.pool().pair());
    }

    /** Whether an open cursor may have rows to fetch. */
    boolean hasCursor() {
        return all.hasCursor();
    }

    /** The pins in words, for {@code SHOW SESSIONS}; empty when no connection is kept. */
    public String reasons() {
        return all.reasons();
    }

    /** The servers of the connections that are kept. */
    public List<String> servers() {
        return all.servers();
    }
}
