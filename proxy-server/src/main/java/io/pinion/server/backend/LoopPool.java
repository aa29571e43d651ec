package io.pinion.server.backend;

import io.netty.channel.EventLoop;
import io.pinion.config.topology.Server;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.server.observe.PoolObserver;
import io.pinion.server.observe.PoolObserver.CloseReason;
import io.pinion.server.observe.PoolSnapshot;
import io.pinion.server.session.SessionSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one event loop to one server. Everything happens on that loop.
 *
 * <p>A connection is idle here, lent to a session, or softly pinned: the session that used it last still has it, but
 * another session that would have to wait gets it. A session that finds no connection waits in line, with a deadline,
 * while connections are opened up to the server's limit.
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
    private final ConnectionOpenings openings;
    private final ConnectionRebalancing rebalancing;
    private final AcceptedTexts acceptedTexts = new AcceptedTexts();

    private final ServingLease lease;

    private boolean retired;
    private boolean held;
    private long heldSinceNanos;

    /**
     * @param others makes another loop close a connection for this loop
     * @param lease without it no connection is lent
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
        this.openings = new ConnectionOpenings(loop, server, limits, connector, observer, new OpeningsEnded());
        this.rebalancing = new ConnectionRebalancing(loop, serverLimit, others, this::serve, () -> !waiting.isEmpty());
    }

    public String pair() {
        return pair;
    }

    public Server server() {
        return server;
    }

    /**
     * An idle connection, or null when there is none; the caller owns it until it gives it back.
     *
     * @param settings a connection that has them already is preferred
     * @param context a connection with the required current database is preferred; when no database is allowed, only a
     *     connection without one is taken
     */
    public @Nullable BackendConnection take(Login login, SessionSettings settings, DatabaseContext context) {
        assert loop.inEventLoop();
        if (held || !waiting.isEmpty() || !lease.holds()) {
            return null;
        }
        BackendConnection connection = idle.take(login, settings, context);
        return lend(connection) ? connection : freeFor(login, context);
    }

    /** Takes exactly this connection, if no session has used it since {@code uses} was read from it. */
    public boolean takeBack(BackendConnection connection, long uses) {
        assert loop.inEventLoop();
        if (connection.uses() != uses || !lease.holds() || !idle.remove(connection)) {
            return false;
        }
        return lend(connection);
    }

    /** Whether the connection hasn't been used since, so that {@link #takeBack} may take it. */
    public boolean isIdle(BackendConnection connection, long uses) {
        return connection.uses() == uses && !lent.contains(connection);
    }

    /** Waits in line for a connection. {@code waiter} may be called before this returns. */
    public void await(Login login, DatabaseContext context, Waiter waiter) {
        assert loop.inEventLoop();
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

    /** Returns a connection whose state is known; any session on this loop may get it, unless it had to be reset before. */
    public void giveBack(BackendConnection connection) {
        assert loop.inEventLoop();
        if (!lent.remove(connection)) {
            return;
        }
        boolean clean = !connection.endsWithItsSession() && !connection.mustBeReset();
        if (!connection.isReusable() || connection.awaitsKill() || !clean) {
            close(connection, CloseReason.UNCLEAN);
            return;
        }
        if (retired) {
            close(connection, CloseReason.RETIRED);
            return;
        }
        // This connection isn't in the total here: with it the loop would be above its share.
        if (total() >= serverLimit.fairShare() && serverLimit.isStarving() && waiting.isEmpty()) {
            close(connection, CloseReason.MAKING_ROOM);
            return;
        }
        idle.add(connection);
        if (!waiting.isEmpty()) {
            serve();
        }
    }

    /** Returns a connection whose state is unknown; it is closed. */
    public void discard(BackendConnection connection, CloseReason reason) {
        assert loop.inEventLoop();
        if (lent.remove(connection)) {
            close(connection, reason);
        }
    }

    /**
     * Marks a lent connection that the session keeps only for a possible question of its next statement; another
     * session that waits gets it.
     *
     * @param onTaken gives the connection back, at once or after reading the session's state from the server
     */
    public void pinSoftly(BackendConnection connection, Runnable onTaken) {
        assert loop.inEventLoop();
        lent.pinSoftly(connection, onTaken);
        if (held) {
            lent.callInSoftPins();
        } else if (!waiting.isEmpty()) {
            serve();
        }
    }

    /** The session uses its connection again, or has another reason to keep it. */
    public void endSoftPin(BackendConnection connection) {
        assert loop.inEventLoop();
        lent.endSoftPin(connection);
    }

    /** Called when a connection ended by itself, lent or idle. */
    void lost(BackendConnection connection) {
        assert loop.inEventLoop();
        if (idle.remove(connection) || lent.remove(connection)) {
            gone(connection, CloseReason.LOST);
        }
    }

    /**
     * Called when the server is no longer a primary in the topology: idle connections close now, lent ones on their
     * return.
     */
    void retire() {
        assert loop.inEventLoop();
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
     * Holds the pool or ends that: a held pool lends no connection, and sessions wait in line. Softly pinned
     * connections are taken back now, since most holds end with the connections.
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

    /** Whether the pool has been held for longer than this without a break. */
    boolean isHeldFor(long nanos) {
        return held && System.nanoTime() - heldSinceNanos > nanos;
    }

    /**
     * Whether sessions may use their connections here. Without a lease they lose them at once, and not only at the next
     * check.
     */
    public boolean maySendOn() {
        boolean may = lease.holds();
        if (!may) {
            severAll();
        }
        return may;
    }

    /** Called without a lease: sessions lose their connections, and waiting sessions get an error. */
    void severAll() {
        assert loop.inEventLoop();
        sever("this proxy is cut off from ZooKeeper, so that the primary may be replaced without its knowledge");
        for (Login login : waiting.logins()) {
            for (WaitingLine.Place place : waiting.pollAll(login)) {
                place.refuse(noConnection.noLease());
            }
        }
    }

    /** Ends the lent connections with this reason. Idle ones stay. */
    void sever(String reason) {
        for (BackendConnection connection : lent.all()) {
            connection.sever(reason);
        }
    }

    public boolean isHeld() {
        return held;
    }

    /** Whether the topology has another primary for the pair, so that no statement should begin here. */
    public boolean isRetired() {
        return retired;
    }

    /** Closes connections that were idle for too long. */
    void closeStale() {
        long oldestKept = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(limits.idleMillis());
        idle.takeIdleBefore(oldestKept).forEach(connection -> close(connection, CloseReason.IDLE));
    }

    /**
     * Closes one idle connection for another loop; false when this loop has none to spare.
     *
     * @param urgent whether a connection of the loop's fair share counts as spare, too
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

    /**
     * Called when the server seems to stand still: closes the idle connections, on each of which a statement would wait
     * for an answer. The next statement has one opened, and the server must log Pinion in for that within a short time.
     */
    void doubt() {
        assert loop.inEventLoop();
        idle.takeAll().forEach(connection -> close(connection, CloseReason.LOST));
    }

    /** The time for which the server may send nothing while a statement runs there; 0 for no limit. */
    long silenceMillis() {
        return limits.silenceMillis();
    }

    KillSender killSender() {
        return killSender;
    }

    AcceptedTexts acceptedTexts() {
        return acceptedTexts;
    }

    /** The connections that count for the server's limit. */
    int total() {
        return idle.size() + lent.size() + openings.size();
    }

    /** One snapshot for each account; those without connections and waiters are left out. */
    List<PoolSnapshot> snapshots() {
        assert loop.inEventLoop();
        PoolCensus census = new PoolCensus();
        lent.countByLogin(census::busy);
        idle.countByLogin(census::idle);
        openings.countByLogin(census::opening);
        waiting.countByLogin(census::waiting);
        return census.snapshots(pair, server.name(), loopNumber, serverLimit.max());
    }

    /** Lends the connection, unless it is null or was lost while idle; a lost one is closed. */
    private boolean lend(@Nullable BackendConnection connection) {
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

    /** The reason why waiting is useless, or null. */
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

    /** Whether there is no connection, and the last attempt to open one has failed. */
    public boolean isUnreachable() {
        return openings.lastFailure() != null && total() == 0;
    }

    /** Whether the server may be tried: it wasn't found unreachable just now. */
    public boolean mayBeTried() {
        return !isUnreachable() || !openings.isPausing();
    }

    /**
     * Lends idle connections, to each login's oldest waiter first, and opens connections for the rest within the
     * limits.
     */
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

    /** An idle connection may suit a later waiter when it doesn't suit the first. */
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
        while (connection != null && !lend(connection)) {
            connection = idle.take(login, context);
        }
        return connection;
    }

    private void openForWaiting() {
        for (Login login : waiting.logins()) {
            int missing = waiting.size(login) - openings.size(login);
            while (missing-- > 0 && openOne(login)) {
                // Until each waiter has a connection being opened, or no more may be opened.
            }
        }
    }

    private boolean openOne(Login login) {
        if (retired || !openings.mayOpen(login)) {
            return false;
        }
        ConnectionPlace place = serverLimit.tryTake();
        if (place == null) {
            return makeRoom();
        }
        openings.open(login, place);
        return true;
    }

    private void openingFailed(Login login, ServerError error) {
        if (lent.hasOneOf(login)) {
            // A lent connection of this login will come back: waiters get it, or their deadline ends the wait.
            return;
        }
        for (WaitingLine.Place place : waiting.pollAll(login)) {
            place.refuse(noConnection.unopened(error));
        }
    }

    /**
     * The server's limit is reached: closes an idle connection of this loop, which suits no waiter because of its
     * account or database; or takes back a softly pinned one; or asks other loops.
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
        gone(connection, reason);
    }

    /** Called when a statement here has failed because the server's disk is full. */
    void noRoom(int errorCode) {
        observer.noRoom(server.name(), errorCode);
    }

    private void gone(BackendConnection connection, CloseReason reason) {
        connection.place().giveBack();
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

    /** Gives an opened connection to a waiter, and tells waiters about a failure. */
    private final class OpeningsEnded implements ConnectionOpenings.Ended {
        @Override
        public void opened(BackendConnection connection, ConnectionPlace place) {
            lent.add(connection);
            connection.attach(LoopPool.this, place);
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
