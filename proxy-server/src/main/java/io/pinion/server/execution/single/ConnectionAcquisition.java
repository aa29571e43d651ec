package io.pinion.server.execution.single;

import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.LastingThings;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Waiter;
import io.pinion.server.execution.context.BackendRequest;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.PinnedConnections;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.session.Settings;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The way to a connection that stands where the session stands: chosen or waited for, with settings and the beginning of the
 * transaction sent ahead. Lives on the session's event loop for one statement.
 */
public final class ConnectionAcquisition implements Waiter, Prelude.Outcome {
    private final SessionContext session;
    private final ClientStatement command;
    private final BackendRequest run;
    private final Requester requester;

    private @Nullable BackendConnection connection;
    private @Nullable Prelude prelude;
    private boolean keptConnection;
    private boolean pooled;
    private boolean retried;
    private boolean acquired;
    private boolean over;

    /** Who wants the connection. */
    public interface Requester {
        /** What is sent now goes out behind what was sent ahead; the connection is the requester's to settle. */
        void acquired(BackendConnection connection);

        /** There is none, and nothing of the statement was sent. */
        void refused(ServerError error);

        /** What was sent ahead of the statement has failed, so that it may have run where it must not count. */
        void spoiled(ServerError error);
    }

    public ConnectionAcquisition(
            SessionContext session, ClientStatement command, BackendRequest run, Requester requester) {
        this.session = session;
        this.command = command;
        this.run = run;
        this.requester = requester;
    }

    public void start() {
        follow(ConnectionChoice.of(session, run, command));
    }

    /** On none of the connections that the session keeps. */
    public void startAnew() {
        follow(ConnectionChoice.anew(session, run, command));
    }

    private void follow(ConnectionChoice choice) {
        switch (choice) {
            case ConnectionChoice.Kept(BackendConnection kept, boolean asItIs) -> {
                pooled = false;
                keptConnection = session.held().mustNotReset(kept);
                granted(kept);
            }
            case ConnectionChoice.FromPool(var pool, var login) -> {
                pooled = true;
                DatabaseContext context = run.contextIn(session.state()) instanceof DatabaseContext.None none
                        ? none
                        : BackendRequest.NO_DATABASE;
                BackendConnection idle =
                        pool.take(login, session.state().variables().settings(), context);
                if (idle != null) {
                    granted(idle);
                } else {
                    pool.await(login, context, this);
                }
            }
            case ConnectionChoice.None(ServerError error) -> refuse(error);
        }
    }

    @Override
    public void granted(BackendConnection lent) {
        if (over) {
            lent.pool().giveBack(lent);
            return;
        }
        connection = lent;
        if (!keptConnection
                && command.namesVariableUnsetIn(session.state().variables().settings())) {
            lent.applied(Settings.UNKNOWN);
        }
        boolean others = pooled && !session.held().isLentAgain(lent);
        session.distrust(lent, others);
        DatabaseContext anywhere = BackendRequest.NO_DATABASE;
        Prelude needed =
                Prelude.of(session, lent, anywhere, run.opensTransaction(), others, keptConnection, false, this);
        prelude = needed;
        if (needed == null) {
            board(lent);
            return;
        }
        needed.sendSettings(session.state().variables().settings());
        if (needed.isAwaited()) {
            lent.flush();
        } else {
            board(lent);
        }
    }

    private void board(BackendConnection ready) {
        acquired = true;
        Prelude before = prelude;
        if (before != null) {
            before.sendOpening();
        }
        if (run.opensTransaction()) {
            session.state().transaction().opened(run.pair());
        }
        requester.acquired(ready);
    }

    @Override
    public void prepared() {
        BackendConnection ready = connection;
        if (!acquired && !over && ready != null) {
            board(ready);
        }
    }

    @Override
    public void refused(ServerError error) {
        if (!over) {
            refuse(error);
        }
    }

    /** The pair has another primary now. */
    @Override
    public void retired() {
        if (!over) {
            follow(ConnectionChoice.fromPool(session, run, command));
        }
    }

    @Override
    public void preludeRefused(ServerError error, boolean stateKnown) {
        BackendConnection to = connection;
        if (over || to == null) {
            if (to != null) {
                to.applied(Settings.UNKNOWN); // It was left in the middle: the next statement says all of them again.
            }
            return;
        }
        if (acquired) {
            over = true;
            requester.spoiled(error);
        } else if (stateKnown) {
            to.diagnosticsAreStale();
            session.held().settle(to, session.held().holdsTransaction(to), Set.of(), LastingThings.NONE, false);
            refuse(error);
        } else {
            session.held().discard(to);
            refuse(error);
        }
    }

    @Override
    public void lostInPrelude(ServerError reason) {
        BackendConnection from = connection;
        if (over || acquired) {
            // What was sent behind it hears of the loss itself.
            return;
        }
        connection = null;
        if (from != null && session.held().isBindingHold(from)) {
            refuse(ConnectionChoice.lostWhileKept(session, from));
        } else if (retried) {
            refuse(reason);
        } else {
            retried = true;
            keptConnection = false;
            if (from != null) {
                session.held().forget(from);
            }
            follow(ConnectionChoice.fromPool(session, run, command));
        }
    }

    private void refuse(ServerError error) {
        over = true;
        requester.refused(error);
    }

    /** Nobody wants to go any more; true when nobody went either. */
    public boolean cancel() {
        BackendConnection from = connection;
        boolean before = !acquired && !over;
        if (before) {
            over = true;
            if (from != null) {
                leave(from);
            }
        }
        return before;
    }

    /** Settings are still to be answered there; what the session keeps on the connection is worth the wait. */
    private void leave(BackendConnection from) {
        PinnedConnections held = session.held();
        if (held.isBindingHold(from)) {
            held.settleAside(from, held.holdsTransaction(from));
        } else {
            held.discard(from);
        }
    }
}
