package io.pinion.server.execution.single;

import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.routing.plan.SessionObjects;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Waiter;
import io.pinion.server.execution.context.BackendRequest;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.PinnedConnections;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.session.SessionSettings;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Acquires a connection with the session's state: chooses one or waits for one, and sends settings and the
 * transaction's beginning to it, for {@code ServerPipeline} and {@code GatherExecution}; {@link ServerStatement} does this itself. Lives on the session's event loop for one statement.
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

    /** The statement that needs the connection. */
    public interface Requester {
        /**
         * The connection is ready: commands are queued after the settings. The requester must settle the connection.
         */
        void acquired(BackendConnection connection);

        /** There is no connection, and no server has received the statement. */
        void refused(ServerError error);

        /**
         * A command sent before the statement has failed, so the statement may have run outside of its transaction or
         * settings.
         */
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
        assert session.isOnItsLoop();
        follow(ConnectionChoice.of(session, run, command));
    }

    /** Ignores the connections that the session keeps. */
    public void startAnew() {
        follow(ConnectionChoice.anew(session, run, command));
    }

    private void follow(ConnectionChoice choice) {
        switch (choice) {
            case ConnectionChoice.Kept(BackendConnection kept, boolean asItIs) -> {
                pooled = false;
                keptConnection = session.pinned().mustNotReset(kept);
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
            lent.applied(SessionSettings.UNKNOWN);
        }
        boolean others = pooled && !session.pinned().isLentAgain(lent);
        session.distrust(lent, others);
        DatabaseContext anywhere = BackendRequest.NO_DATABASE;
        Prelude needed =
                Prelude.of(session, lent, anywhere, run.opensTransaction(), others, keptConnection, false, this);
        prelude = needed;
        if (needed == null) {
            proceed(lent);
            return;
        }
        needed.sendSettings(session.state().variables().settings());
        if (needed.isAwaited()) {
            lent.flush();
        } else {
            proceed(lent);
        }
    }

    private void proceed(BackendConnection ready) {
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
            proceed(ready);
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
                to.applied(
                        SessionSettings
                                .UNKNOWN); // The prelude broke off: the next statement must set everything again.
            }
            return;
        }
        if (acquired) {
            over = true;
            requester.spoiled(error);
        } else if (stateKnown) {
            to.diagnosticsAreStale();
            session.pinned().settle(to, session.pinned().holdsTransaction(to), Set.of(), SessionObjects.NONE, false);
            refuse(error);
        } else {
            session.pinned().discard(to);
            refuse(error);
        }
    }

    @Override
    public void lostInPrelude(ServerError reason) {
        BackendConnection from = connection;
        if (over || acquired) {
            // The statement's own exchange hears of the loss.
            return;
        }
        connection = null;
        if (from != null && session.pinned().isBindingHold(from)) {
            refuse(ConnectionChoice.lostWhileKept(session, from));
        } else if (retried) {
            refuse(reason);
        } else {
            retried = true;
            keptConnection = false;
            if (from != null) {
                session.pinned().forget(from);
            }
            follow(ConnectionChoice.fromPool(session, run, command));
        }
    }

    private void refuse(ServerError error) {
        over = true;
        requester.refused(error);
    }

    /** The statement gives up; true when it hasn't got a connection yet. */
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
}
