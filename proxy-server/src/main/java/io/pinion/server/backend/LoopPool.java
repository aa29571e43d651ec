package io.pinion.server.backend;

import io.netty.channel.EventLoop;
import io.pinion.config.topology.Server;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.server.observe.PoolObserver;
import io.pinion.server.observe.PoolObserver.CloseReason;
import io.pinion.server.observe.PoolSnapshot;
import io.pinion.server.session.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one event loop to one server. Everything happens on that loop.
 *
 * <p>A connection is idle here, lent to a session, or softly pinned: still with the session that used it last, but
 * anybody's who would have to wait otherwise. Who finds none waits in line, with a deadline, while connections are
 * opened as far as the server's limit allows.
 */
public final class LoopPool {
    private final EventLoop loop;
    private final int loopNumber;
    private final String pair;
    private final Server server;
    private final PoolLimits limits;
    private final ServerLimit serverLimit;
    private final PoolObserver observer;

    private final IdleConnections idle = new IdleConnections();
    private final WaitingLine waiting = new WaitingLine();
    private final LentConnections lent = new LentConnections();
    private final KillSender killSender;
    private final NoConnection noConnection;
    private final Openings openings;
    private final ConnectionRebalancing rebalancing;
    private final AcceptedTexts acceptedTexts = new AcceptedTexts();

    private final ServingLease lease;

    private boolean retired;
    private boolean held;
    private long heldSinceNanos;

    /**
     * @param others make room for this loop's connections
     * @param lease without it nothing is lent
     */
    LoopPool(
            EventLoop loop,
            int loopNumber,
            String pair,
            Server server,
            PoolLimits limits,
            ServerLimit serverLimit,
            Connector connector,
            PoolObserver observer,
            ConnectionRebalancing.OtherLoops others,
            ServingLease lease) {
        this.lease = lease;
        this.loop = loop;
        this.loopNumber = loopNumber;
        this.pair = pair;
        this.server = server;
        this.limits = limits;
        this.serverLimit = serverLimit;
        this.observer = observer;
        this.killSender = new KillSender(server, connector);
        this.noConnection = new NoConnection(pair, server);
        this.openings = new Openings(loop, server, limits, connector, observer, new OpeningsEnded());
        this.rebalancing = new ConnectionRebalancing(loop, serverLimit, others, this::serve, () -> !waiting.isEmpty());
    }

    public String pair() {
        return pair;
    }

    public Server server() {
        return server;
    }

    /**
     * An idle connection, or null when there is none right now; the caller owns it until it gives it back.
     *
     * @param settings prefers a connection that has these already
     * @param context prefers a connection whose current database is the required one, and takes none that has one when it
     *     must have none
     */
    public @Nullable BackendConnection take(Login login, Settings settings, DatabaseContext context) {
        if (held || !waiting.isEmpty() || !lease.holds()) {
            return null;
        }
        BackendConnection connection = idle.take(login, settings, context);
        return isLendable(connection) ? connection : freeFor(login, context);
    }

    /** This very connection, if nobody has used it since {@code uses} was read from it. */
    public boolean takeBack(BackendConnection connection, long uses) {
        if (connection.uses() != uses || !lease.holds() || !idle.remove(connection)) {
            return false;
        }
        return isLendable(connection);
    }

    /** Whether {@link #takeBack} would find it. */
    public boolean isIdle(BackendConnection connection, long uses) {
        return connection.uses() == uses && !lent.contains(connection);
    }

    /** Waits in line for a connection. {@code waiter} may be called before this returns. */
    public void await(Login login, DatabaseContext context, Waiter waiter) {
        ServerError refusal = refusal(login);
        if (refusal != null) {
            waiter.refused(refusal);
            return;
        }
        WaitingLine.Place place = new WaitingLine.Place(login, context, waiter, System.nanoTime());
        waiting.add(place);
        place.deadline = loop.schedule(() -> giveUp(place), limits.waitMillis(), TimeUnit.MILLISECONDS);
        serve();
    }

    /** The session is done with it and its state is known: anybody on this loop may have it. */
    public void giveBack(BackendConnection connection) {
        if (!lent.remove(connection)) {
            return;
        }
        if (!connection.isReusable() || connection.awaitsKill() || connection.endsWithItsSession()) {
            close(connection, CloseReason.UNCLEAN);
            return;
        }
        if (retired) {
            close(connection, CloseReason.RETIRED);
            return;
        }
        // This connection isn't counted at the moment: with it the loop would be above its share.
        if (total() >= serverLimit.fairShare() && serverLimit.isStarving() && waiting.isEmpty()) {
            close(connection, CloseReason.MAKING_ROOM);
            return;
        }
        idle.add(connection);
        if (!waiting.isEmpty()) {
            serve();
        }
    }

    /** The session is done with it and its state isn't known: it is closed. */
    public void discard(BackendConnection connection, CloseReason reason) {
        if (lent.remove(connection)) {
            close(connection, reason);
        }
    }

    /**
     * The session keeps a lent connection only for what its next statement may ask; others in need may have it.
     *
     * @param onTaken gives it back, at once or when the session has asked it what it must know
     */
    public void pinSoftly(BackendConnection connection, Runnable onTaken) {
        lent.pinSoftly(connection, onTaken);
        if (held) {
            lent.callInSoftPins();
        } else if (!waiting.isEmpty()) {
            serve();
        }
    }

    /** The session uses its connection again, or keeps it for a better reason. */
    public void endSoftPin(BackendConnection connection) {
        lent.endSoftPin(connection);
    }

    /** A connection ended by itself, lent or idle. */
    void lost(BackendConnection connection) {
        if (idle.remove(connection) || lent.remove(connection)) {
            gone(CloseReason.LOST);
        }
    }

    /** The topology has no such primary any more: idle connections close now, lent ones when they come back. */
    void retire() {
        retired = true;
        idle.takeAll().forEach(connection -> close(connection, CloseReason.RETIRED));
        for (Login login : waiting.logins()) {
            for (WaitingLine.Place place : waiting.pollAll(login)) {
                place.cancelDeadline();
                place.waiter.retired();
            }
        }
    }

    /**
     * Nothing new begins here while it is held: who comes waits in line. What sessions may still ask of their connections,
     * they ask now: most holds end with the connections.
     */
    void hold(boolean hold) {
        if (hold && !held) {
            heldSinceNanos = System.nanoTime();
        }
        held = hold;
        if (held) {
            lent.callInSoftPins();
        }
        serve();
    }

    /** Whether it has been held for so long without a break. */
    boolean isHeldFor(long nanos) {
        return held && System.nanoTime() - heldSinceNanos > nanos;
    }

    /** Whether what sessions have here may be used; if not, they lose it now, as all will at the next look. */
    public boolean maySendOn() {
        boolean may = lease.holds();
        if (!may) {
            severAll();
        }
        return may;
    }

    /** There is no lease: sessions lose the connections that they have, and nobody waits. */
    void severAll() {
        sever("this proxy is cut off from ZooKeeper, so that the primary may be replaced without its knowledge");
        for (Login login : waiting.logins()) {
            for (WaitingLine.Place place : waiting.pollAll(login)) {
                place.refuse(noConnection.noLease());
            }
        }
    }

    /** Sessions lose the connections that they have. Idle ones stay. */
    void sever(String reason) {
        for (BackendConnection connection : lent.all()) {
            connection.sever(reason);
        }
    }

    public boolean isHeld() {
        return held;
    }

    /** The topology has another primary for the pair: nothing new should begin here. */
    public boolean isRetired() {
        return retired;
    }

    /** Closes connections that were idle for too long. */
    void closeStale() {
        long oldestKept = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(limits.idleMillis());
        idle.takeIdleBefore(oldestKept).forEach(connection -> close(connection, CloseReason.IDLE));
    }

    /**
     * Closes one idle connection for another loop's sake; false when this loop has none to spare.
     *
     * @param urgent one of the loop's fair share counts as spare, too
     */
    boolean makeRoom(boolean urgent) {
        if (!urgent && total() <= serverLimit.fairShare()) {
            return false;
        }
        BackendConnection victim = idle.takeOldest();
        if (victim == null) {
            return urgent && lent.callInSoftPin();
        }
        close(victim, CloseReason.MAKING_ROOM);
        return true;
    }

    /** How long the server may say nothing while something runs there; 0 for as long as it takes. */
    long silenceMillis() {
        return limits.silenceMillis();
    }

    KillSender killSender() {
        return killSender;
    }

    AcceptedTexts acceptedTexts() {
        return acceptedTexts;
    }

    /** Connections that count against the server's limit. */
    int total() {
        return idle.size() + lent.size() + openings.size();
    }

    /** One for each account; those without connections and waiters are left out. */
    List<PoolSnapshot> snapshots() {
        PoolCensus census = new PoolCensus();
        lent.countByLogin(census::busy);
        idle.countByLogin(census::idle);
        openings.countByLogin(census::opening);
        waiting.countByLogin(census::waiting);
        return census.snapshots(pair, server.name(), loopNumber, serverLimit.max());
    }

    /** Lends it, if it is one; one whose server went away while nobody looked is closed. */
    private boolean isLendable(@Nullable BackendConnection connection) {
        if (connection == null) {
            return false;
        }
        if (!connection.isReusable()) {
            close(connection, CloseReason.LOST);
            return false;
        }
        lent.add(connection);
        connection.countUse();
        return true;
    }

    /** Why waiting would be in vain, or null. */
    private @Nullable ServerError refusal(Login login) {
        if (retired) {
            return noConnection.retired();
        }
        if (!lease.holds()) {
            return noConnection.noLease();
        }
        if (waiting.size() >= limits.maxWaiters()) {
            return noneFree("the line is full");
        }
        ServerError ofAccount = openings.refusalOf(login);
        if (ofAccount != null && !lent.hasOneOf(login) && !idle.has(login)) {
            return noConnection.unopened(ofAccount);
        }
        ServerError lastFailure = openings.lastFailure();
        return lastFailure != null && openings.isPausing() && total() == 0 ? noConnection.unopened(lastFailure) : null;
    }

    /** There is no connection, and the last attempt to open one has failed. */
    public boolean isUnreachable() {
        return openings.lastFailure() != null && total() == 0;
    }

    /** Nobody has found it unreachable just now. */
    public boolean mayBeTried() {
        return !isUnreachable() || !openings.isPausing();
    }

    /** Hands out what is free, each login's oldest waiter first, and opens what may be opened for the rest. */
    void serve() {
        if (held || waiting.isEmpty() || !lease.holds()) {
            return;
        }
        List<Served> served = new ArrayList<>();
        for (Login login : waiting.logins()) {
            handOut(login, served);
        }
        openForWaiting();
        for (Served one : served) {
            one.place.cancelDeadline();
            observer.waited(server.name(), System.nanoTime() - one.place.sinceNanos);
            one.place.waiter.granted(one.connection);
        }
    }

    /** What is free may not suit the first in line, but one behind. */
    private void handOut(Login login, List<Served> served) {
        boolean allHaveDatabases = false;
        while (idle.has(login)) {
            WaitingLine.Place place = waiting.first(login, allHaveDatabases);
            if (place == null) {
                return;
            }
            BackendConnection connection = freeFor(login, place.context);
            if (connection != null) {
                waiting.remove(place);
                served.add(new Served(place, connection));
            } else {
                allHaveDatabases = true;
            }
        }
    }

    private @Nullable BackendConnection freeFor(Login login, DatabaseContext context) {
        BackendConnection connection = idle.take(login, context);
        while (connection != null && !isLendable(connection)) {
            connection = idle.take(login, context);
        }
        return connection;
    }

    private void openForWaiting() {
        for (Login login : waiting.logins()) {
            int missing = waiting.size(login) - openings.size(login);
            while (missing-- > 0 && openOne(login)) {
                // Until everybody who waits has one coming or nothing more may be opened.
            }
        }
    }

    private boolean openOne(Login login) {
        if (retired || !openings.mayOpen(login)) {
            return false;
        }
        if (!serverLimit.tryOpen()) {
            return makeRoom();
        }
        openings.open(login);
        return true;
    }

    private void openingFailed(Login login, ServerError error) {
        serverLimit.closed();
        if (lent.hasOneOf(login)) {
            // Whoever has a connection now will give it back: those in line get it, or their deadline ends the wait.
            return;
        }
        for (WaitingLine.Place place : waiting.pollAll(login)) {
            place.refuse(noConnection.unopened(error));
        }
    }

    /**
     * The server's limit is reached: take from this loop's own first, then a softly pinned one, then ask other loops. What is
     * idle suits nobody who waits, be it another account's or in a database.
     */
    private boolean makeRoom() {
        BackendConnection other = idle.takeOldest();
        if (other != null) {
            close(other, CloseReason.MAKING_ROOM);
            return true;
        }
        if (!lent.callInSoftPin()) {
            rebalancing.await(total());
        }
        return false;
    }

    private void close(BackendConnection connection, CloseReason reason) {
        connection.close();
        gone(reason);
    }

    /** A statement on one of its connections has failed since the server has no room for what it should write. */
    void noRoom(int errorCode) {
        observer.noRoom(server.name(), errorCode);
    }

    private void gone(CloseReason reason) {
        serverLimit.closed();
        observer.closed(server.name(), reason);
        if (!waiting.isEmpty()) {
            loop.execute(this::serve);
        }
    }

    private void giveUp(WaitingLine.Place place) {
        if (waiting.remove(place)) {
            observer.waitedInVain(server.name(), System.nanoTime() - place.sinceNanos);
            String waited = "waited " + limits.waitMillis() + " ms";
            place.refuse(held ? noConnection.held(waited) : noneFree(waited));
        }
    }

    private ServerError noneFree(String what) {
        String counts = "here " + lent.size() + " busy, " + idle.size() + " idle, " + openings.size() + " opening, "
                + waiting.size() + " waiting; the limit for all event loops is " + serverLimit.max();
        return noConnection.noneFree(what, counts, openings.lastFailure());
    }

    private record Served(WaitingLine.Place place, BackendConnection connection) {}

    /** What was opened is given to whoever waits for it; what could not be opened they are told. */
    private final class OpeningsEnded implements Openings.Ended {
        @Override
        public void opened(BackendConnection connection) {
            lent.add(connection);
            connection.attach(LoopPool.this);
            giveBack(connection);
        }

        @Override
        public void failed(Login login, ServerError error) {
            openingFailed(login, error);
        }

        @Override
        public void mayOpenAgain() {
            serve();
        }
    }
}
