package io.pinion.server.backend;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.pinion.operations.server.sql.FullDisk;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.frame.AnswerFacts;
import io.pinion.protocol.frame.AnswerScanner;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.server.ServerError;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One logged-in connection to a server: a first-in-first-out queue of exchanges, since servers answer pipelined
 * commands in order.
 *
 * <p>Lives on one event loop. A session that has taken it from the pool gives it back or discards it, once.
 */
public final class BackendConnection extends ServerSession {
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
    private @Nullable LoopPool pool;
    private @Nullable ConnectionPlace place;

    private long uses;
    private long idleSinceNanos;

    /** The exchange that got the last bytes and may have to flush them. */
    private @Nullable Exchange relaying;

    /**
     * @param thread the server's number of this connection, for KILL
     * @param mariaDb whether the server is a MariaDB
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

    /**
     * Sets the pool that owns the connection for its whole life.
     *
     * @param taken the connection's place in the server's limit, which the pool gives back
     */
    void attach(LoopPool owner, ConnectionPlace taken) {
        pool = owner;
        place = taken;
        responseTimeout.silenceLimit(owner.silenceMillis());
    }

    public LoopPool pool() {
        LoopPool owner = pool;
        if (owner == null) {
            throw new IllegalStateException("no pool has this connection yet");
        }
        return owner;
    }

    ConnectionPlace place() {
        ConnectionPlace taken = place;
        if (taken == null) {
            throw new IllegalStateException("no pool has this connection yet");
        }
        return taken;
    }

    public Login login() {
        return login;
    }

    /** The capabilities that the server and Pinion agreed on. */
    public Capabilities agreed() {
        return agreed;
    }

    public boolean isMariaDb() {
        return mariaDb;
    }

    public ByteBufAllocator allocator() {
        return channel.alloc();
    }

    /** Whether this server has accepted exactly this SET before, from the same account. */
    public boolean hasAccepted(String text) {
        return pool().acceptedTexts().has(login, text);
    }

    public void accepted(String text) {
        pool().acceptedTexts().add(login, text);
    }

    /** The number of times that the connection was lent; a change tells that another session has had it. */
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

    /** Whether every answer was read and the server is still there, so that another session may have the connection. */
    public boolean isReusable() {
        return phase instanceof BackendPhase.Idle && channel.isActive();
    }

    /** Whether the connection has ended. The server rolls back its open transaction, unless that was prepared. */
    public boolean isClosed() {
        return phase instanceof BackendPhase.Closed || !channel.isActive();
    }

    /** Queues a command, which {@link #flush} sends. Ownership of {@code command} passes. */
    public void send(Exchange exchange, ByteBuf command) {
        assert channel.eventLoop().inEventLoop();
        if (phase instanceof BackendPhase.Closed(String reason)) {
            command.release();
            exchange.lost(lost(reason));
            return;
        }
        if (inFlight.isEmpty()) {
            expectAnswerTo(exchange);
            phase = new BackendPhase.Answering();
            responseTimeout.begins();
            kills.nothingRuns();
        }
        inFlight.add(exchange);
        write(command);
        responseTimeout.sent(exchange);
    }

    private void write(ByteBuf command) {
        if (kills.areAwaited()) {
            kills.hold(command);
        } else {
            channel.write(command, channel.voidPromise());
        }
    }

    /** Queues a command that servers don't answer. Ownership of {@code command} passes. */
    public void sendUnanswered(ByteBuf command) {
        assert channel.eventLoop().inEventLoop();
        if (phase instanceof BackendPhase.Closed) {
            command.release();
        } else {
            write(command);
        }
    }

    /** Sends KILL QUERY for the running statement over another connection; later commands wait for its end. */
    public void killStatement() {
        assert channel.eventLoop().inEventLoop();
        pool().killSender().kill(login, "KILL QUERY", thread, kills.begin());
    }

    /** Kills the server's thread too: the server notices a closed connection only at its statement's end. */
    public void killThread() {
        pool().killSender().kill(login, "KILL CONNECTION", thread, () -> {});
    }

    /** Whether a KILL QUERY may still hit a later statement. */
    boolean awaitsKill() {
        return !kills.isEmpty();
    }

    /** Sends a part of the file that the server awaits, packet headers included. Ownership passes. */
    public void sendFile(ByteBuf packets) {
        sendUnanswered(packets);
        flush();
    }

    /** Called when the empty packet after the file has been sent: the answer goes on. */
    public void fileSent() {
        if (phase instanceof BackendPhase.AwaitingFile) {
            phase = new BackendPhase.Answering();
        }
        // The server has had to wait for the client until now.
        responseTimeout.heard();
        scanner.fileSent();
    }

    /** Whether the server reads as fast as Pinion writes. */
    public boolean isWritable() {
        return channel.isWritable();
    }

    private void onWritabilityChanged() {
        Exchange exchange = inFlight.peek();
        if (exchange != null && channel.isWritable()) {
            exchange.serverWritable();
        }
    }

    /** The statements that the server has prepared here. */
    public StatementHandles handles() {
        return handles;
    }

    /** Called when a COM_RESET_CONNECTION is on its way: it resets the state of the server's session. */
    public void wasReset() {
        settingsWereReset(agreed);
        handles.forgetAll();
    }

    /** The channel's last handler: turns Netty's callbacks into events of this connection. */
    public ChannelHandler handler() {
        return new Handler();
    }

    private final class Handler extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            onBytes((ByteBuf) message);
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            onReadPaused();
        }

        @Override
        public void channelWritabilityChanged(ChannelHandlerContext context) {
            onWritabilityChanged();
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            fail("it went away");
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            fail("its connection failed (" + cause.getMessage() + ")");
        }
    }

    /** Handles a server that doesn't answer in time. */
    private final class Waiting implements ResponseTimeout.Owner {
        @Override
        public boolean isServersTurn() {
            return phase instanceof BackendPhase.Answering && channel.config().isAutoRead();
        }

        @Override
        public void silent(String reason) {
            killThread();
            fail(reason);
        }

        /** Before the loss is told, behind which the statement may take another connection. */
        @Override
        public void late(String reason) {
            LoopPool owner = pool;
            if (owner != null) {
                owner.doubt();
            }
            fail(reason);
        }
    }

    public void flush() {
        assert channel.eventLoop().inEventLoop();
        if (!kills.areAwaited()) {
            channel.flush();
        }
    }

    /**
     * Stops reading, as the client is slower than the server; bytes stay in the kernel until {@link #resumeReading}.
     */
    public void pauseReading() {
        assert channel.eventLoop().inEventLoop();
        channel.config().setAutoRead(false);
    }

    public void resumeReading() {
        if (!channel.config().isAutoRead()) {
            responseTimeout.heard();
            channel.config().setAutoRead(true);
        }
    }

    /** Takes ownership of {@code in}. */
    void onBytes(ByteBuf in) {
        assert channel.eventLoop().inEventLoop();
        boolean passedOn = false;
        try {
            while (!passedOn && in.isReadable()) {
                Exchange exchange = inFlight.peek();
                if (exchange == null) {
                    fail("it sent something unasked");
                    return;
                }
                int start = in.readerIndex();
                int end = scanner.scan(in, start, in.writerIndex());
                relaying = exchange;
                passedOn = end == in.writerIndex();
                exchange.received(passedOn ? in : in.readRetainedSlice(end - start));
                if (scanner.isComplete()) {
                    endOf(exchange);
                } else if (scanner.awaitsFile() && !(phase instanceof BackendPhase.AwaitingFile)) {
                    phase = new BackendPhase.AwaitingFile();
                    exchange.fileWanted((scanner.lastSequence() + 1) & 0xFF);
                }
                if (phase instanceof BackendPhase.Closed) {
                    return;
                }
            }
        } catch (MalformedPacket e) {
            fail("it broke the protocol (" + e.getMessage() + ")");
        } finally {
            if (!passedOn) {
                in.release();
            }
            if (!inFlight.isEmpty()) {
                responseTimeout.heard();
            }
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
            // Before the next answer is expected, which resets the scanner's facts.
            noteError(end.errorCode());
        }
        Exchange next = inFlight.peek();
        if (next != null) {
            expectAnswerTo(next);
            phase = new BackendPhase.Answering();
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
            // The server may have closed other statements too, so the next execution of each prepares it again.
            handles.closeAll();
        } else if (FullDisk.isPossible(code)
                && FullDisk.isOne(code, scanner.facts().errorMessage(StandardCharsets.UTF_8))) {
            pool().noRoom(code);
        }
    }

    private void expectAnswerTo(Exchange exchange) {
        scanner.expect(exchange.expecting(), agreed, exchange.firstSequence());
    }

    private void onReadPaused() {
        Exchange exchange = relaying;
        if (exchange != null) {
            exchange.paused();
        }
    }

    /** Closes the connection: outstanding exchanges get {@link Exchange#lost}. */
    public void close() {
        assert channel.eventLoop().inEventLoop();
        if (phase instanceof BackendPhase.Idle && channel.isActive()) {
            // Without COM_QUIT the server counts the connection as aborted.
            channel.writeAndFlush(Unpooled.wrappedBuffer(QUIT));
        }
        if (!(phase instanceof BackendPhase.Closed)) {
            closed("it was closed");
        }
    }

    /** Ends the connection as if the server had gone away; the server is asked to kill its running statement. */
    void sever(String reason) {
        if (phase instanceof BackendPhase.Answering || phase instanceof BackendPhase.AwaitingFile) {
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
