package io.pinion.server.execution.single;

import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.routing.plan.SessionObjects;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Leftover;
import io.pinion.server.backend.Waiter;
import io.pinion.server.execution.context.BackendRequest;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.PinnedConnections;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.single.AcquisitionPhase.Choosing;
import io.pinion.server.execution.single.AcquisitionPhase.Over;
import io.pinion.server.execution.single.AcquisitionPhase.Preparing;
import io.pinion.server.execution.single.AcquisitionPhase.Ready;
import io.pinion.server.session.SessionSettings;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Acquires a connection with the session's state: chooses one or waits for one, and sends settings, the database and the
 * transaction's beginning to it, in the phases of {@link AcquisitionPhase}. Lives on the session's event loop for one
 * statement.
 */
public final class ConnectionAcquisition implements Waiter {
    private final SessionContext session;
    private final ClientStatement command;
    private final Use use;
    private final Requester requester;
    private final String askedPair;

    /** Replaced by a request for another pair when its own grants no connection and any server will do. */
    private BackendRequest run;

    private Turn attempt = Turn.FIRST;
    private AcquisitionPhase phase = new Choosing();
    private long waitingSince;

    /** What runs on the connection. */
    public enum Use {
        /** The statement itself, with all of its effects. */
        STATEMENT,
        /** Texts for a part of the statement. The requester takes care of the transaction when they fail. */
        PART
    }

    /** A connection that is lost before the statement is replaced, but not a second time. */
    private enum Turn {
        FIRST,
        SECOND
    }

    /** The statement that needs the connection. */
    public interface Requester {
        /** The connection is ready, later than {@link #start} or {@link #startAnew} returned. */
        void acquired(Ready ready);

        /** There is no connection, and no server has received the statement. */
        void refused(ServerError error);

        /**
         * A command sent before the statement has failed, so the statement may have run outside of its transaction or
         * settings.
         */
        void spoiled(ServerError error);
    }

    public ConnectionAcquisition(
            SessionContext session, ClientStatement command, BackendRequest run, Use use, Requester requester) {
        this.session = session;
        this.command = command;
        this.run = run;
        this.askedPair = run.pair();
        this.use = use;
        this.requester = requester;
    }

    AcquisitionPhase phase() {
        return phase;
    }

    /** @return the connection if it is ready at once; else the requester gets it later */
    public @Nullable Ready start() {
        assert session.isOnItsLoop();
        return follow(ConnectionChoice.of(session, run, command));
    }

    /** As {@link #start}, but ignores the connections that the session keeps. */
    public @Nullable Ready startAnew() {
        return follow(ConnectionChoice.anew(session, run, command));
    }

    private @Nullable Ready follow(ConnectionChoice choice) {
        switch (choice) {
            case ConnectionChoice.Kept(BackendConnection kept, boolean asItIs) -> {
                return asItIs && use == Use.STATEMENT
                        ? ready(kept, true)
                        : prepare(kept, session.pinned().mustNotReset(kept), false);
            }
            case ConnectionChoice.FromPool(var pool, var login) -> {
                DatabaseContext context = run.contextIn(session.state());
                BackendConnection idle =
                        pool.take(login, session.state().variables().settings(), context);
                if (idle != null) {
                    return prepareLent(idle);
                }
                phase = new Choosing();
                waitingSince = System.nanoTime();
                pool.await(login, context, this);
                return null;
            }
            case ConnectionChoice.None(ServerError error) -> {
                refuse(error);
                return null;
            }
        }
    }

    private void chooseFromPool() {
        tell(follow(ConnectionChoice.fromPool(session, run, command)));
    }

    private void tell(@Nullable Ready ready) {
        if (ready != null) {
            requester.acquired(ready);
        }
    }

    private void refuse(ServerError error) {
        phase = new Over(Optional.empty());
        requester.refused(error);
    }

    // --- events from the pool's line

    @Override
    public void granted(BackendConnection lent) {
        if (phase instanceof Choosing) {
            session.state().cost().waited(System.nanoTime() - waitingSince);
            tell(prepareLent(lent));
        } else {
            lent.pool().giveBack(lent);
        }
    }

    /** No connection is available. */
    @Override
    public void refused(ServerError error) {
        if (!(phase instanceof Choosing)) {
            return;
        }
        boolean hasMoved = !run.pair().equals(askedPair);
        BackendRequest elsewhere = hasMoved ? null : ConnectionChoice.onAnotherPair(session, run);
        if (elsewhere == null) {
            refuse(ConnectionChoice.refusal(session, run, error));
        } else {
            run = elsewhere;
            chooseFromPool();
        }
    }

    /** The pair has another primary now. */
    @Override
    public void retired() {
        if (phase instanceof Choosing) {
            chooseFromPool();
        }
    }

    // --- the session's state

    private @Nullable Ready prepareLent(BackendConnection lent) {
        return prepare(lent, false, !session.pinned().last().isLentAgain(lent));
    }

    /**
     * @param kept some state of the session lives on the connection, so it must not be reset
     * @param others another session may have run the last statement there
     */
    private @Nullable Ready prepare(BackendConnection chosen, boolean kept, boolean others) {
        Prelude prelude = Prelude.of(session, chosen, run, command, use, kept, others, this);
        if (prelude == null) {
            return ready(chosen, false);
        }
        if (prelude.resets()) {
            session.pinned().last().spoilCounts(chosen);
            if (session.pinned().hasDiagnosticsOn(chosen)) {
                phase = new Choosing();
                session.pinned().saveDiagnostics(chosen, () -> savedOn(chosen, prelude));
                return null;
            }
        }
        return send(chosen, prelude);
    }

    /** The statement may keep what the one before has left, as one without a table does on MariaDB. */
    private void savedOn(BackendConnection chosen, Prelude prelude) {
        if (phase instanceof Choosing) {
            tell(send(chosen, prelude));
        } else {
            leave(chosen);
        }
    }

    private @Nullable Ready send(BackendConnection chosen, Prelude prelude) {
        phase = new Preparing(chosen, prelude);
        prelude.sendSettings(session.state().variables().settings());
        if (prelude.isAwaited()) {
            chosen.flush();
            return null;
        }
        return opened(chosen, prelude);
    }

    // --- events from the prelude

    /** All awaited commands have succeeded. */
    void prepared() {
        if (phase instanceof Preparing(BackendConnection connection, Prelude prelude)) {
            requester.acquired(opened(connection, prelude));
        }
    }

    private Ready opened(BackendConnection connection, Prelude prelude) {
        prelude.sendOpening();
        return ready(connection, false);
    }

    private Ready ready(BackendConnection connection, boolean asItIs) {
        session.state().cost().sends();
        if (run.opensTransaction() && !asItIs) {
            session.state().transaction().opened(connection.pool().pair());
        }
        Ready ready = new Ready(connection, run, asItIs);
        phase = ready;
        return ready;
    }

    /**
     * The server refused a command.
     *
     * @param stateKnown whether only the change of the database failed, which leaves the old one; else the connection's
     *     state is unknown
     */
    void preludeRefused(ServerError error, boolean stateKnown) {
        switch (phase) {
            case Preparing(BackendConnection connection, Prelude prelude) -> {
                if (stateKnown) {
                    boolean inTransaction = ConnectionLoss.isInTransaction(session, run, connection);
                    connection.leaves(Leftover.DIAGNOSTICS);
                    session.pinned().settle(connection, inTransaction, Set.of(), SessionObjects.NONE, false);
                } else {
                    switch (use) {
                        case STATEMENT -> ConnectionLoss.unprepared(session, run, connection, error);
                        case PART -> session.pinned().discard(connection);
                    }
                }
                refuse(error);
            }
            case Ready ready -> requester.spoiled(error);
            // The prelude broke off: the next statement must set everything again.
            case Over(var left) -> left.ifPresent(connection -> connection.applied(SessionSettings.UNKNOWN));
            case Choosing choosing -> {}
        }
    }

    void lostInPrelude(ServerError reason) {
        if (!(phase instanceof Preparing(BackendConnection connection, Prelude prelude))) {
            // A statement that was sent is queued after the prelude, and its own exchange hears of the loss.
            return;
        }
        if (session.pinned().isBindingHold(connection)) {
            refuse(
                    switch (use) {
                        case STATEMENT -> ConnectionLoss.whileKept(session, run, connection);
                        case PART -> ConnectionLoss.whileKept(session, connection);
                    });
        } else if (attempt == Turn.SECOND) {
            refuse(reason);
        } else {
            // No part of the client's statement was sent, so another connection may run it.
            attempt = Turn.SECOND;
            session.pinned().forget(connection);
            chooseFromPool();
        }
    }

    // --- events from the requester

    /** The requester gives up; true when it hasn't got a connection yet. */
    public boolean cancel() {
        return switch (phase) {
            case Choosing choosing -> {
                phase = new Over(Optional.empty());
                yield true;
            }
            case Preparing(BackendConnection connection, Prelude prelude) -> {
                phase = new Over(Optional.of(connection));
                leave(connection);
                yield true;
            }
            case Ready ready -> false;
            case Over over -> false;
        };
    }

    /**
     * Answers about settings are still outstanding. A connection with a binding pin is worth the wait, another is
     * closed.
     */
    private void leave(BackendConnection from) {
        PinnedConnections held = session.pinned();
        if (held.isBindingHold(from)) {
            held.settleAside(from, held.holdsTransaction(from));
        } else {
            held.discard(from);
        }
    }

    /** The client has gone: a connection with commands under way is closed. */
    void abandon() {
        AcquisitionPhase before = phase;
        phase = new Over(Optional.empty());
        if (before instanceof Preparing(BackendConnection connection, Prelude prelude)) {
            session.pinned().discard(connection);
        }
    }
}
