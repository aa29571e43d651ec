package io.pinion.server.execution.context;

import io.netty.util.concurrent.EventExecutor;
import io.pinion.routing.plan.SessionEffects.InsertIdEffect;
import io.pinion.routing.plan.SessionEffects.RetainedState;
import io.pinion.routing.plan.SessionObjects;
import io.pinion.routing.plan.SessionObjects.Thing;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.query.InternalQueryTracker;
import io.pinion.server.observe.PoolObserver.CloseReason;
import io.pinion.server.session.Pin;
import io.pinion.server.session.SessionState;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The connections that a session keeps between two statements: which, why and until when. {@link PinList} has them with
 * their reasons, {@link LastStatement} and {@link InsertIdPlace} know the two connections that may have to be asked
 * once more, and {@link SoftPins} lets connections go for other sessions. A statement takes its connection from here
 * and brings it back. Not thread-safe; lives on the session's event loop.
 */
public final class PinnedConnections {
    private static final Pin OPEN_TRANSACTION = new Pin.OpenTransaction();

    private final SessionState state;
    private final PinList all = new PinList();
    private final LastStatement last;
    private final InsertIdPlace insertId;
    private final SoftPins soft;
    private final InternalQueryTracker asking;
    private final HiddenVariables hidden;
    private final UnknownSqlMode textRules = new UnknownSqlMode();
    private final UnseenSettings unseenSettings = new UnseenSettings();
    private final EventExecutor loop;
    private boolean sessionGone;

    /**
     * @param cluster the session's event loop's
     * @param loop the session's event loop
     */
    public PinnedConnections(SessionState state, LoopCluster cluster, EventExecutor loop) {
        this.state = state;
        this.asking = new InternalQueryTracker(cluster.uses(), cluster.catalog().edition());
        this.last = new LastStatement(state, all, asking);
        this.insertId = new InsertIdPlace(state, asking);
        this.soft = new SoftPins(all, last, insertId, loop);
        this.hidden = new HiddenVariables(state, all, last, soft);
        this.loop = loop;
    }

    /** Whether a connection knows something of the session alone; mostly none does. */
    public boolean keepsState() {
        return !all.isEmpty() || insertId.isElsewhere();
    }

    /** The connections with their reasons, to be asked. */
    public PinList all() {
        return all;
    }

    /** The connection that ran the session's last statement. */
    public LastStatement last() {
        return last;
    }

    /** The place of the session's {@code LAST_INSERT_ID()}. */
    public InsertIdPlace insertId() {
        return insertId;
    }

    /** The user variables whose values only connections have. */
    public HiddenVariables hidden() {
        return hidden;
    }

    /**
     * Reads what a statement may read and only connections that don't run it know: user variables, and {@code
     * LAST_INSERT_ID()} where Pinion doesn't see whether it is read.
     *
     * @param then called when it is known, perhaps before this returns; not when the client is gone
     */
    public void learnFor(BackendRequest request, ClientStatement statement, Runnable then) {
        if (request.effects().readsPrevious()) {
            then.run();
            return;
        }
        String pair = all.pairFor(request.pair(), request.anywhere());
        boolean unseen = request.effects().insertId() == InsertIdEffect.UNSEEN;
        learnVariables(statement, pair, () -> {
            if (unseen && insertId.isElsewhereThan(pair)) {
                learnInsertId(then);
            } else {
                then.run();
            }
        });
    }

    /**
     * Reads the variables that a statement may read elsewhere than they were set.
     *
     * @param pair where the statement runs; null for several
     * @param then called when the values are known that can be, perhaps before this returns; not when the client is gone
     */
    public void learnVariables(ClientStatement statement, @Nullable String pair, Runnable then) {
        hidden.learn(statement, pair, unlessGone(then));
    }

    private Runnable unlessGone(Runnable then) {
        return () -> {
            if (!sessionGone) {
                then.run();
            }
        };
    }

    /** Tracks the internal queries between the session's statements. */
    public InternalQueryTracker asking() {
        return asking;
    }

    /** The connections whose sql_mode and character set may differ from the known ones. */
    public UnknownSqlMode textRules() {
        return textRules;
    }

    /** The connections whose settings may differ from the known ones. */
    public UnseenSettings unseenSettings() {
        return unseenSettings;
    }

    /** A connection on which Pinion must query sql_mode and character set; null when none is left. */
    @Nullable
    BackendConnection takeInDoubt() {
        for (BackendConnection connection = textRules.take(); connection != null; connection = textRules.take()) {
            if (isKept(connection)) {
                return connection;
            }
            if (last.ranOn(connection)) {
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
        PinnedConnection held = all.ofTransaction(pair);
        return held == null ? null : held.use();
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

    /** Any connection that is kept, preferably one with the transaction, then one to {@code pair}; or null. */
    @Nullable
    public BackendConnection claimAny(String pair) {
        assert loop.inEventLoop();
        PinnedConnection held = all.any(pair);
        return held == null ? null : held.use();
    }

    /** See {@link SoftPins#whenConditionsAreKnown}. */
    public void whenConditionsAreKnown(Runnable then) {
        soft.whenConditionsAreKnown(then);
    }

    /** See {@link SoftPins#learnDiagnosticsOn}. */
    void learnDiagnosticsOn(Set<BackendConnection> asked, Runnable then) {
        soft.learnDiagnosticsOn(asked, then);
    }

    /** Whether only the connection, which the session has, knows what the next statement may ask for. */
    public boolean hasDiagnosticsOn(BackendConnection connection) {
        return last.isWanted() && last.isAtHandOn(connection) && connection.isReusable();
    }

    /**
     * Reads them, because the connection is about to lose them.
     *
     * @param then called afterwards, also when the connection is lost
     */
    public void saveDiagnostics(BackendConnection connection, Runnable then) {
        last.afterAnswer(then);
        last.save(connection, () -> {});
    }

    /** Whether reading the insert id would overwrite the counts of the last statement, which its connection still has. */
    public boolean insertIdHidesCounts() {
        return insertId.is(last.askable()) && !insertId.isAsking();
    }

    /** See {@link SoftPins#learnInsertId}; {@code then} isn't called when the client is gone. */
    public void learnInsertId(Runnable then) {
        soft.learnInsertId(unlessGone(then));
    }

    /** See {@link UnseenSettings#settle}; {@code then} isn't called when the client is gone. */
    public void learnSettings(SessionContext session, Runnable then) {
        unseenSettings.settle(session, unlessGone(then));
    }

    /** See {@link SoftPins#endAllBut}. */
    public void endSoftPinsBut(@Nullable BackendConnection used) {
        soft.endAllBut(used);
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
        boolean stays = inTransaction || !added.isEmpty() || diagnostics || hasInsertId;
        if (!stays && all.on(connection) == null) {
            nameTexts(null, things);
            soft.giveBack(connection);
            return;
        }
        PinnedConnection held = all.keep(connection);
        held.set(OPEN_TRANSACTION, inTransaction);
        held.leave(added, things);
        nameTexts(added.contains(RetainedState.PREPARED_TEXT) ? held : null, things);
        held.set(SoftPins.DIAGNOSTICS, diagnostics);
        held.set(SoftPins.INSERT_ID, hasInsertId);
        held.rest();
        keepAsPinned(held);
    }

    /** @param by the connection that has the text which a PREPARE has made; null when that has failed */
    private void nameTexts(@Nullable PinnedConnection by, SessionObjects things) {
        for (Thing made : things.made()) {
            if (made.what() == RetainedState.PREPARED_TEXT) {
                takeText(made, by);
            }
        }
        for (Thing ended : things.ended()) {
            if (ended.what() == RetainedState.PREPARED_TEXT) {
                state.textIsOld(ended.name(), all.hasOnlyOld(ended));
            }
        }
    }

    /** A PREPARE that no server gets takes the name from every connection, even where it fails. */
    public void takeText(String name) {
        takeText(new Thing(RetainedState.PREPARED_TEXT, name), null);
    }

    private void takeText(Thing text, @Nullable PinnedConnection by) {
        all.takeText(text, by);
        state.textIsOld(text.name(), all.hasOnlyOld(text));
    }

    private void keepAsPinned(PinnedConnection held) {
        if (held.pins.isEmpty()) {
            all.remove(held);
            soft.giveBack(held.connection);
        } else if (!held.isBinding()) {
            soft.pin(held);
        }
    }

    /** As {@link #settle}, for a command that is no statement: the last statement stays the same. */
    public void settleAside(BackendConnection connection, boolean inTransaction) {
        if (last.ranOn(connection)) {
            settle(connection, inTransaction, Set.of(), SessionObjects.NONE, last.hasConditions());
        } else {
            keep(connection, inTransaction, Set.of(), SessionObjects.NONE, false);
        }
    }

    /** The cursor of this pin was closed between two statements. */
    void closedCursor(BackendConnection connection, Pin.OpenCursor pin) {
        PinnedConnection held = all.on(connection);
        if (held != null && held.pins.remove(pin)) {
            keepAsPinned(held);
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
        if (!connection.isReusable() && !insertId.isAsking(connection)) {
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
                insertId.ask(connection, () -> soft.giveBack(connection));
            }
        }
    }

    /** Closes the connection, whose state is unknown. */
    public void discard(BackendConnection connection) {
        assert loop.inEventLoop();
        all.remove(connection);
        connection.pool().discard(connection, CloseReason.UNCLEAN);
    }

    /** Removes a connection that has ended by itself. True when the session has lost state with it. */
    public boolean forget(BackendConnection connection) {
        PinnedConnection held = all.on(connection);
        all.remove(connection);
        return held != null && held.isBinding();
    }

    /** The session has ended: a connection that comes back from its last statement is reset and released. */
    public void sessionGone() {
        assert loop.inEventLoop();
        sessionGone = true;
        // The statement that waits for a query must not run, neither after the answer nor when the connection is lost.
        insertId.afterAnswer(() -> {});
        last.afterAnswer(() -> {});
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

    /** Whether the connection is the session's until that is reset, and can be asked. */
    boolean isKept(BackendConnection connection) {
        return isBindingHold(connection) && connection.isReusable();
    }

    /** Whether COM_RESET_CONNECTION would destroy state of the session. */
    public boolean mustNotReset(BackendConnection connection) {
        return insertId.is(connection) || isBindingHold(connection);
    }

    /** Ends the pins of the connection, whose state is known, and releases it. */
    public void giveUp(BackendConnection connection) {
        assert loop.inEventLoop();
        all.remove(connection);
        soft.letGo(connection);
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
        unseenSettings.clear();
        hidden.clear();
        return connections;
    }
}
