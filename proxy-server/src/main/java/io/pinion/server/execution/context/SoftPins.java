package io.pinion.server.execution.context;

import io.netty.util.concurrent.EventExecutor;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.session.Pin;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The connections that a session keeps only until another session needs them, or for a short time: they alone know the
 * last statement's diagnostics or the session's insert id, which Pinion reads before it lets them go. Lives on the
 * session's event loop.
 */
final class SoftPins {
    static final Pin DIAGNOSTICS = new Pin.Diagnostics();
    static final Pin INSERT_ID = new Pin.InsertId();

    /** Long enough for the next statement of a program that asks for the id, so that Pinion needn't query it. */
    private static final long INSERT_ID_KEPT_MILLIS = 100;

    private final PinList pins;
    private final LastStatement last;
    private final InsertIdPlace insertId;
    private final EventExecutor loop;
    private long keptForInsertIdSinceNanos;
    private boolean returnScheduled;

    SoftPins(PinList pins, LastStatement last, InsertIdPlace insertId, EventExecutor loop) {
        this.pins = pins;
        this.last = last;
        this.insertId = insertId;
        this.loop = loop;
    }

    /**
     * Reads the conditions of the statement before, if only its connection knows them. An error that Pinion itself
     * answers is then added to them.
     *
     * @param then called afterwards, perhaps before this returns
     */
    void whenConditionsAreKnown(Runnable then) {
        if (last.hasConditionsToAddTo()) {
            learnDiagnostics(then);
        } else {
            then.run();
        }
    }

    /**
     * Reads what only the last statement's connection knows of it, if that is one of {@code asked}, on which Pinion is
     * about to run a query of its own.
     *
     * @param then called afterwards, perhaps before this returns
     */
    void learnDiagnosticsOn(Set<BackendConnection> asked, Runnable then) {
        BackendConnection connection = last.askable();
        if (connection != null && asked.contains(connection) && last.isWanted()) {
            learnDiagnostics(then);
        } else {
            then.run();
        }
    }

    private void learnDiagnostics(Runnable then) {
        BackendConnection connection = last.askable();
        PinnedConnection held = connection == null ? null : pins.on(connection);
        if (held == null) {
            then.run();
            return;
        }
        last.spoilCounts(held.connection);
        last.afterAnswer(then);
        last.save(held.connection, whileAsked(held));
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
            if (pins.on(held.connection) == held) {
                held.rest();
                pinSoftly(held);
            }
        };
    }

    /**
     * Releases the softly pinned connections, because the statement that comes now doesn't ask for their state.
     *
     * @param used the connection of that statement, if it is one of them
     */
    void endAllBut(@Nullable BackendConnection used) {
        for (PinnedConnection held : pins.snapshot()) {
            boolean idle = !held.isInUse() || held.connection.isClosed();
            if (!held.isBinding() && idle && held.connection != used) {
                pins.remove(held);
                letGo(held.connection);
            }
        }
    }

    /** Another session needs the connection: first reads the diagnostics that this session may still ask for. */
    private void handOver(BackendConnection connection) {
        if (last.isWanted() && last.isAtHandOn(connection) && connection.isReusable()) {
            last.gone();
            last.save(connection, () -> letGo(connection));
        } else {
            letGo(connection);
        }
    }

    /** Releases the connection; before that, reads the session's insert id from it in the background. */
    void letGo(BackendConnection connection) {
        if (insertId.is(connection) && connection.isReusable()) {
            last.spoilCounts(connection);
            insertId.ask(connection, () -> giveBack(connection));
        } else {
            giveBack(connection);
        }
    }

    /** Releases the connection, of which the session needs nothing any more. */
    void giveBack(BackendConnection connection) {
        if (connection.mustBeReset() && last.ranOn(connection)) {
            last.gone();
        }
        TidyUp.giveBack(connection);
    }

    /** The statement on the connection has ended, and none of its pins binds. */
    void pin(PinnedConnection held) {
        pinSoftly(held);
        if (!held.pins.contains(DIAGNOSTICS)) {
            returnLater();
        }
    }

    private void pinSoftly(PinnedConnection held) {
        BackendConnection connection = held.connection;
        connection.pool().pinSoftly(connection, () -> {
            pins.remove(held);
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
        PinnedConnection held = connection == null ? null : pins.on(connection);
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
        pins.remove(held);
        letGo(held.use());
    }

    /**
     * Reads the session's insert id, which its next statement needs, perhaps together with diagnostics.
     *
     * @param then called when the id is known, perhaps before this returns
     */
    void learnInsertId(Runnable then) {
        BackendConnection connection = insertId.connection();
        if (connection == null) {
            askForInsertId(then);
        } else {
            learnDiagnosticsOn(Set.of(connection), () -> askForInsertId(then));
        }
    }

    private void askForInsertId(Runnable then) {
        BackendConnection connection = insertId.connection();
        if (insertId.isAsking()) {
            insertId.afterAnswer(connection == null ? then : () -> learnInsertId(then));
        } else if (connection != null && !connection.isClosed()) {
            insertId.afterAnswer(then);
            PinnedConnection held = pins.on(connection);
            // The rollback of a transaction may still be under way: then the query waits behind it.
            if (held == null || held.isBinding() || held.pins.contains(DIAGNOSTICS) || !connection.isReusable()) {
                last.spoilCounts(connection);
                insertId.ask(connection, held == null ? () -> {} : whileAsked(held));
            } else {
                pins.remove(held);
                letGo(held.use());
            }
        } else {
            insertId.becameLost();
            then.run();
        }
    }
}
