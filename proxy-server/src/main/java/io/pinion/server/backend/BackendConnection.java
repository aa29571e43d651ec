package io.pinion.server.backend;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.pinion.operations.server.sql.FullDisk;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.flags.ServerStatus;
import io.pinion.protocol.frame.AnswerFacts;
import io.pinion.protocol.frame.AnswerScanner;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.server.session.Settings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One logged-in connection to a server: a first-in-first-out queue of exchanges, since servers answer pipelined commands
 * in order. It also knows what the server knows of its session: settings and current database.
 *
 * <p>Lives on one event loop. Whoever has it from the pool gives it back or discards it, once.
 */
public final class BackendConnection {
    private static final Logger log = LoggerFactory.getLogger(BackendConnection.class);

    /** A whole COM_QUIT packet. */
    private static final byte[] QUIT = {1, 0, 0, 0, 1};

    private final Channel channel;
    private final String serverName;
    private final Login login;
    private final Capabilities agreed;
    private final long thread;
    private final boolean mariaDb;
    private final AnswerScanner scanner = new AnswerScanner();
    private final ArrayDeque<Exchange> inFlight = new ArrayDeque<>();
    private final StatementHandles handles = new StatementHandles(this);
    private final ResponseTimeout responseTimeout;
    private final PendingKills kills;

    private BackendPhase phase = new BackendPhase.Idle();
    private boolean staleInsertId;
    private boolean lacksIgnoreSpace;
    private boolean staleDiagnostics;
    private boolean staleTransaction;
    private boolean endsWithItsSession;
    private @Nullable LoopPool pool;

    private Settings applied = Settings.NONE;
    private @Nullable String lastUser;
    private @Nullable String currentDatabase;
    private boolean mayHaveDatabase;
    private long uses;
    private long idleSinceNanos;
    private boolean readingPaused;
    private boolean fileAwaited;

    /** The exchange that got the last bytes and may want to flush them. */
    private @Nullable Exchange relaying;

    /**
     * @param thread the server's number of this connection, which KILL takes
     * @param mariaDb the server is a MariaDB
     */
    public BackendConnection(
            Channel channel, String serverName, Login login, Capabilities agreed, long thread, boolean mariaDb) {
        this.channel = channel;
        this.serverName = serverName;
        this.login = login;
        this.agreed = agreed;
        this.thread = thread;
        this.mariaDb = mariaDb;
        this.kills = new PendingKills(channel);
        this.responseTimeout = new ResponseTimeout(channel.eventLoop(), inFlight, new Waiting());
    }

    /** The pool that lends it, for as long as it lives. */
    void attach(LoopPool owner) {
        pool = owner;
        responseTimeout.silenceLimit(owner.silenceMillis());
    }

    public LoopPool pool() {
        LoopPool owner = pool;
        if (owner == null) {
            throw new IllegalStateException("no pool has this connection yet");
        }
        return owner;
    }

    public Login login() {
        return login;
    }

    /** What the server and Pinion agreed on. */
    public Capabilities agreed() {
        return agreed;
    }

    public boolean isMariaDb() {
        return mariaDb;
    }

    /**
     * The capability IGNORE_SPACE of the login has become part of the {@code sql_mode}, which COM_RESET_CONNECTION sets back
     * to the server's own (measured on MariaDB 11.4); it must be set again.
     */
    public boolean lacksIgnoreSpace() {
        return lacksIgnoreSpace;
    }

    /** It is being set again. */
    public void ignoreSpaceRestored() {
        lacksIgnoreSpace = false;
    }

    /** The server would answer {@code LAST_INSERT_ID()} with an id that isn't its next session's. */
    public void insertIdIsStale() {
        staleInsertId = true;
    }

    /** Whether the insert id must be set to 0 before a statement whose own id will be asked for; once. */
    public boolean takeStaleInsertId() {
        boolean stale = staleInsertId;
        staleInsertId = false;
        return stale;
    }

    /** The server would show an error or warnings here that aren't its next session's. */
    public void diagnosticsAreStale() {
        staleDiagnostics = true;
    }

    /** Whether errors and warnings must be cleared before another session's statement; once. */
    public boolean takeStaleDiagnostics() {
        boolean stale = staleDiagnostics;
        staleDiagnostics = false;
        return stale;
    }

    /**
     * Something of a transaction that is over may wait here for the next one, whosever that is: what {@code SET
     * TRANSACTION} said, or a BEGIN that outlived the rollback of a deadlock.
     */
    public void transactionIsStale() {
        staleTransaction = true;
    }

    /** Whether a COMMIT must do away with what waits for the next transaction; once. */
    public boolean takeStaleTransaction() {
        boolean stale = staleTransaction;
        staleTransaction = false;
        return stale;
    }

    /**
     * Something is set here that COM_RESET_CONNECTION leaves as it is, such as a role (measured on MariaDB 11.4 and MySQL
     * 9.7): nobody else may have this connection.
     */
    public void endWithItsSession() {
        endsWithItsSession = true;
    }

    public boolean endsWithItsSession() {
        return endsWithItsSession;
    }

    public ByteBufAllocator allocator() {
        return channel.alloc();
    }

    /** @return whether the last user who had it was another one; false for the first */
    public boolean passesTo(String user) {
        String before = lastUser;
        lastUser = user;
        return before != null && !before.equals(user);
    }

    /** What the session here has been told of settings. */
    public Settings applied() {
        return applied;
    }

    public void applied(Settings settings) {
        applied = settings;
    }

    /**
     * A statement has changed the session's settings, and the connection's with them. One that was sent as it is, without
     * the settings that the session has made since, leaves those to be sent.
     */
    public void appliedChange(Settings before, Settings after) {
        applied = applied.equals(before) ? after : Settings.UNKNOWN;
    }

    /** The server's current database here; null when there is none or it isn't known. */
    public @Nullable String currentDatabase() {
        return currentDatabase;
    }

    /** @param database null when it isn't known */
    public void currentDatabase(@Nullable String database) {
        currentDatabase = database;
        mayHaveDatabase = true;
    }

    /**
     * The server may have a current database here. Nothing but a new login takes it away again: COM_RESET_CONNECTION leaves
     * it as it is.
     */
    public boolean mayHaveDatabase() {
        return mayHaveDatabase;
    }

    /** The server has said that it has none here. */
    public void hasNoDatabase() {
        currentDatabase = null;
        mayHaveDatabase = false;
    }

    /** Whether the session here can do with the database that the server has, or may have. */
    public boolean suits(DatabaseContext context) {
        return !(mayHaveDatabase && context instanceof DatabaseContext.None);
    }

    /** Whether this server has taken exactly this SET before, from the same account. */
    public boolean hasAccepted(String text) {
        return pool().acceptedTexts().has(login, text);
    }

    public void accepted(String text) {
        pool().acceptedTexts().add(login, text);
    }

    /** How often it was lent; who remembers the number can tell whether somebody else had it since. */
    public long uses() {
        return uses;
    }

    void countUse() {
        uses++;
    }

    long idleSince() {
        return idleSinceNanos;
    }

    void idleSince(long nanos) {
        idleSinceNanos = nanos;
    }

    /** Every answer was read and the server is still there: another session may have it. */
    public boolean isReusable() {
        return phase instanceof BackendPhase.Idle && channel.isActive();
    }

    /** Nothing will ever be answered here again; what was open on the server is rolled back, unless it was prepared. */
    public boolean isClosed() {
        return phase instanceof BackendPhase.Closed || !channel.isActive();
    }

    /** Queues a command; it leaves with {@link #flush}. Ownership of {@code command} passes. */
    public void send(Exchange exchange, ByteBuf command) {
        if (phase instanceof BackendPhase.Closed(String reason)) {
            command.release();
            exchange.lost(lost(reason));
            return;
        }
        if (inFlight.isEmpty()) {
            expectAnswerTo(exchange);
            phase = new BackendPhase.Busy();
            responseTimeout.begins();
            kills.nothingRuns();
        }
        inFlight.add(exchange);
        kills.write(command);
        responseTimeout.sent(exchange);
    }

    /** Queues a command that servers don't answer. Ownership of {@code command} passes. */
    public void sendUnanswered(ByteBuf command) {
        if (phase instanceof BackendPhase.Closed) {
            command.release();
        } else {
            kills.write(command);
        }
    }

    /** Asks the server, over another connection, to end the statement that runs here; what is sent next waits for that. */
    public void killStatement() {
        pool().killSender().kill(login, "KILL QUERY", thread, kills.begin());
    }

    /** Asks the server to end the thread too: it would notice only at the statement's end that nobody is there. */
    public void killThread() {
        pool().killSender().kill(login, "KILL CONNECTION", thread, () -> {});
    }

    /** A KILL QUERY may still hit whatever runs here. */
    boolean awaitsKill() {
        return !kills.isEmpty();
    }

    /** Sends a part of the file that the server awaits, packet headers included. Ownership passes. */
    public void sendFile(ByteBuf packets) {
        sendUnanswered(packets);
        kills.flush();
    }

    /** The empty packet behind the file has been sent: the answer goes on. */
    public void fileSent() {
        fileAwaited = false;
        scanner.fileSent();
    }

    /** Whether the server takes what it is sent as fast as it comes. */
    public boolean isWritable() {
        return channel.isWritable();
    }

    void onWritabilityChanged() {
        Exchange exchange = inFlight.peek();
        if (exchange != null && channel.isWritable()) {
            exchange.serverWritable();
        }
    }

    /** What the server has prepared here. */
    public StatementHandles handles() {
        return handles;
    }

    /** A COM_RESET_CONNECTION is on its way: what the session here had is gone behind it. */
    public void isReset() {
        lacksIgnoreSpace = agreed.has(Capabilities.IGNORE_SPACE);
        applied = Settings.NONE;
        staleDiagnostics = false;
        staleTransaction = false;
        handles.forgetAll();
    }

    /** What is done with a server that makes others wait. */
    private final class Waiting implements ResponseTimeout.Owner {
        @Override
        public boolean isServersTurn() {
            return !readingPaused && !fileAwaited;
        }

        @Override
        public void silent(String reason) {
            killThread();
            fail(reason);
        }

        @Override
        public void late(String reason) {
            fail(reason);
        }
    }

    public void flush() {
        kills.flush();
    }

    /** The client is slower than the server: the server's bytes stay in the kernel until {@link #resumeReading}. */
    public void pauseReading() {
        readingPaused = true;
        channel.config().setAutoRead(false);
    }

    public void resumeReading() {
        if (readingPaused) {
            readingPaused = false;
            responseTimeout.heard();
            channel.config().setAutoRead(true);
        }
    }

    /** A status word may tell that the current database was dropped. */
    public void noteStatus(ServerStatus status) {
        if (status.has(ServerStatus.DB_DROPPED)) {
            currentDatabase = null;
        }
    }

    /** Takes ownership of {@code in}. */
    void onBytes(ByteBuf in) {
        responseTimeout.heard();
        try {
            while (in.isReadable()) {
                Exchange exchange = inFlight.peek();
                if (exchange == null) {
                    fail("it sent something unasked");
                    return;
                }
                int start = in.readerIndex();
                int end = scanner.scan(in, start, in.writerIndex());
                relaying = exchange;
                in.readerIndex(end);
                exchange.received(in.retainedSlice(start, end - start));
                if (scanner.isComplete()) {
                    fileAwaited = false;
                    endOf(exchange);
                } else if (scanner.awaitsFile() && !fileAwaited) {
                    fileAwaited = true;
                    exchange.fileWanted((scanner.lastSequence() + 1) & 0xFF);
                }
                if (phase instanceof BackendPhase.Closed) {
                    return;
                }
            }
        } catch (MalformedPacket e) {
            fail("it broke the protocol (" + e.getMessage() + ")");
        } finally {
            in.release();
        }
    }

    private void endOf(Exchange exchange) {
        inFlight.poll();
        AnswerFacts facts = scanner.facts();
        AnswerEnd end = new AnswerEnd(
                facts.errorCode(),
                facts.status(),
                facts.warnings(),
                facts.lastInsertId(),
                facts.rowCount(),
                facts.lastRows());
        if (end.failed()) {
            // Before the next answer is expected, which has facts of its own.
            noteError(end.errorCode());
        }
        Exchange next = inFlight.peek();
        if (next != null) {
            expectAnswerTo(next);
        } else {
            phase = new BackendPhase.Idle();
        }
        relaying = null;
        responseTimeout.answered();
        try {
            exchange.ended(end);
        } catch (RuntimeException e) {
            log.error("Pinion made a mistake with the end of an answer", e);
            String reason = "Pinion made a mistake with its answer (" + e.getMessage() + ")";
            fail(reason);
            exchange.mishandled(lost(reason));
        }
    }

    private void noteError(int code) {
        if (code == ErrorCode.QUERY_INTERRUPTED.number()) {
            kills.hit();
        } else if (code == ErrorCode.UNKNOWN_STMT_HANDLER.number()) {
            // The server may have closed what Pinion took for prepared: the next execution prepares anew.
            handles.closeAll();
        } else if (FullDisk.isPossible(code)
                && FullDisk.isOne(code, scanner.facts().errorMessage(StandardCharsets.UTF_8))) {
            pool().noRoom(code);
        }
    }

    private void expectAnswerTo(Exchange exchange) {
        scanner.expect(exchange.expecting(), agreed, exchange.firstSequence());
    }

    void onReadPaused() {
        Exchange exchange = relaying;
        if (exchange != null) {
            exchange.paused();
        }
    }

    void onClosed() {
        fail("it went away");
    }

    void onFailure(Throwable cause) {
        fail("its connection failed (" + cause.getMessage() + ")");
    }

    /** Ends the connection: outstanding exchanges are told that it is lost. */
    public void close() {
        if (phase instanceof BackendPhase.Idle && channel.isActive()) {
            // A server that isn't told counts the connection as aborted.
            channel.writeAndFlush(Unpooled.wrappedBuffer(QUIT));
        }
        if (!(phase instanceof BackendPhase.Closed)) {
            closed("it was closed");
        }
    }

    /** Whoever has it loses it, as when the server goes away; the server is asked to end what still runs. */
    void sever(String reason) {
        if (phase instanceof BackendPhase.Busy) {
            killThread();
        }
        fail(reason);
    }

    private void fail(String reason) {
        if (phase instanceof BackendPhase.Closed) {
            return;
        }
        LoopPool owner = pool;
        if (owner != null) {
            owner.lost(this);
        }
        closed(reason);
    }

    private void closed(String reason) {
        phase = new BackendPhase.Closed(reason);
        responseTimeout.stop();
        relaying = null;
        kills.close();
        channel.close();
        ServerError error = lost(reason);
        for (Exchange exchange = inFlight.poll(); exchange != null; exchange = inFlight.poll()) {
            exchange.lost(error);
        }
    }

    private ServerError lost(String reason) {
        LoopPool owner = pool;
        String of = owner == null ? "" : " of pair " + owner.pair();
        return new ServerError(ErrorCode.UNKNOWN_ERROR, "server " + serverName + of + " was lost: " + reason);
    }
}
