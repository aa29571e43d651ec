package io.pinion.server.frontend;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.Packet;
import io.pinion.protocol.frame.PacketFramer;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.CapabilityFlavour;
import io.pinion.server.execution.Completion;
import io.pinion.server.execution.HeldConnections;
import io.pinion.server.execution.LoopCluster;
import io.pinion.server.execution.PlanExecutor;
import io.pinion.server.execution.SessionContext;
import io.pinion.server.frontend.command.ClientReplies;
import io.pinion.server.frontend.command.CommandDispatcher;
import io.pinion.server.observe.SessionSnapshot;
import io.pinion.server.session.SessionState;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client, from its connection's first byte to the last. Reads one command at a time: what comes behind it waits in
 * the framer, and the socket is left unread when too much waits. Everything runs on the session's event loop.
 */
public final class ClientSession {
    private static final Logger log = LoggerFactory.getLogger(ClientSession.class);

    /** What a client may send ahead while a command runs, before its socket is left unread. */
    private static final int MAX_AHEAD_BYTES = 128 * 1024;

    /** How long a client that is being closed may take to read its last answer. */
    private static final long LAST_WORDS_MILLIS = 10_000;

    private final long id;
    private final Channel channel;
    private final SessionServices services;
    private final LoopCluster cluster;
    private final PacketFramer framer;

    private SessionPhase phase;
    private long phaseSinceNanos = System.nanoTime();
    private int aheadBytes;
    private boolean pumping;
    private @Nullable LoggedIn loggedIn;
    private @Nullable Future<?> loginDeadline;

    /** What exists only after login. */
    private record LoggedIn(SessionState state, SessionContext context, CommandDispatcher commands) {}

    ClientSession(long id, Channel channel, SessionServices services, LoopCluster cluster) {
        this.id = id;
        this.channel = channel;
        this.services = services;
        this.cluster = cluster;
        this.framer = new PacketFramer(channel.alloc(), services.limits().maxPacketBytes());
        this.phase = new SessionPhase.Authenticating(new ClientLogin(id, channel, services, cluster, framer));
    }

    public long id() {
        return id;
    }

    void onConnected() {
        services.sessionObserver().accepted();
        services.registry().add(this);
        if (phase instanceof SessionPhase.Authenticating(ClientLogin login)) {
            loginDeadline = channel.eventLoop()
                    .schedule(this::loginTookTooLong, services.limits().loginMillis(), TimeUnit.MILLISECONDS);
            login.greet();
        }
    }

    /** Takes ownership of {@code bytes}. */
    void onBytes(ByteBuf bytes) {
        if (phase instanceof SessionPhase.Closed || phase instanceof SessionPhase.Draining) {
            bytes.release();
            return;
        }
        aheadBytes += bytes.readableBytes();
        framer.receive(bytes);
        pump();
    }

    /** Works through the packets that have come, as far as the phase allows. */
    private void pump() {
        if (pumping) {
            return;
        }
        pumping = true;
        try {
            boolean more = true;
            while (more) {
                more = switch (phase) {
                    case SessionPhase.Authenticating(ClientLogin login) -> continueLogin(login);
                    case SessionPhase.Ready ready -> nextCommand();
                    case SessionPhase.Running running -> false;
                    case SessionPhase.Draining draining -> false;
                    case SessionPhase.Closed closed -> false;
                };
            }
        } catch (MalformedPacket e) {
            refuse(e);
        } finally {
            pumping = false;
        }
        readAheadOrNot();
    }

    private boolean continueLogin(ClientLogin login) {
        Packet packet = framer.next();
        if (packet == null) {
            return false;
        }
        try {
            switch (login.onPacket(packet)) {
                case ClientLogin.Step.Continue next -> {}
                case ClientLogin.Step.Failed(ServerError error) -> {
                    services.sessionObserver().refused(error.code());
                    closeWhenSent();
                }
                case ClientLogin.Step.Done done -> loggedIn(done, login.nextSequence());
            }
        } finally {
            packet.release();
        }
        return true;
    }

    /** The login's last answer is that to its USE, if it names a database. */
    private void loggedIn(ClientLogin.Step.Done done, int sequence) {
        cancelLoginDeadline();
        SessionState state = done.state();
        ClientReplies replies = new ClientReplies(channel, state, this::closeWhenSent);
        SessionContext context = new SessionContext(
                cluster, state, new HeldConnections(), replies, CapabilityFlavour.of(state.capabilities()));
        CommandDispatcher commands = new CommandDispatcher(
                context,
                new PlanExecutor(context, services.admin()),
                replies,
                services.statementObserver(),
                this::commandEnded);
        loggedIn = new LoggedIn(state, context, commands);
        enter(new SessionPhase.Running());
        framer.expectSequence(0);
        commands.finishLogin(done.database(), done.info(), sequence, new Completion() {
            @Override
            public void succeeded() {
                services.sessionObserver().loggedIn();
                commandEnded();
            }

            @Override
            public void failed(int errorCode) {
                services.sessionObserver().refused(errorCode);
                closeWhenSent();
            }
        });
    }

    private boolean nextCommand() {
        Packet packet = framer.next();
        if (packet == null) {
            return false;
        }
        aheadBytes = 0;
        LoggedIn in = loggedIn;
        if (in == null) {
            packet.release();
            throw new IllegalStateException("a command came in phase " + phase.word());
        }
        enter(new SessionPhase.Running());
        framer.expectSequence(0);
        in.commands.dispatch(packet);
        return true;
    }

    /** The running command's answer has been handed to the channel. */
    private void commandEnded() {
        channel.flush();
        switch (phase) {
            case SessionPhase.Running running -> {
                enter(new SessionPhase.Ready());
                pump();
            }
            case SessionPhase.Draining draining -> closeWhenSent();
            case SessionPhase.Authenticating login -> throw new IllegalStateException("a command ended before login");
            case SessionPhase.Ready ready -> throw new IllegalStateException("a command ended twice");
            case SessionPhase.Closed closed -> {}
        }
    }

    private void readAheadOrNot() {
        boolean wanted = !(phase instanceof SessionPhase.Running) || aheadBytes < MAX_AHEAD_BYTES;
        if (channel.config().isAutoRead() != wanted) {
            channel.config().setAutoRead(wanted);
        }
    }

    void onWritable() {
        LoggedIn in = loggedIn;
        if (in != null) {
            in.commands.clientWritable();
        }
    }

    void onFailure(Throwable cause) {
        log.debug("A client's connection failed", cause);
        channel.close();
    }

    void onClosed() {
        if (phase instanceof SessionPhase.Closed) {
            return;
        }
        enter(new SessionPhase.Closed());
        cancelLoginDeadline();
        framer.close();
        services.registry().remove(this);
        LoggedIn in = loggedIn;
        if (in != null) {
            in.commands.clientGone();
        }
        services.sessionObserver().closed();
    }

    private void loginTookTooLong() {
        if (phase instanceof SessionPhase.Authenticating) {
            services.sessionObserver().refused(ErrorCode.NET_READ_INTERRUPTED.number());
            channel.close();
        }
    }

    /** The client broke the protocol: it is told how, and the connection ends. */
    private void refuse(MalformedPacket e) {
        ServerError error = new ServerError(e.code(), String.valueOf(e.getMessage()));
        ClientReplies.writeError(channel, error, framerSequence());
        services.sessionObserver().refused(error.code());
        closeWhenSent();
    }

    private int framerSequence() {
        return phase instanceof SessionPhase.Authenticating(ClientLogin login) ? login.nextSequence() : 1;
    }

    private void closeWhenSent() {
        if (phase instanceof SessionPhase.Closed) {
            return;
        }
        if (!(phase instanceof SessionPhase.Draining)) {
            enter(new SessionPhase.Draining());
        }
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        // A client that doesn't read doesn't keep its session alive by that.
        channel.eventLoop().schedule(() -> channel.close(), LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Ends the session from outside, on any thread, whatever it is doing. */
    public void end() {
        channel.eventLoop().execute(channel::close);
    }

    /** Ends the session from outside, on any thread, but not before the running command has its answer. */
    void endAfterCommand() {
        channel.eventLoop().execute(() -> {
            if (phase instanceof SessionPhase.Running) {
                enter(new SessionPhase.Draining());
            } else {
                channel.close();
            }
        });
    }

    private void enter(SessionPhase next) {
        phase = next;
        phaseSinceNanos = System.nanoTime();
    }

    private void cancelLoginDeadline() {
        if (loginDeadline != null) {
            loginDeadline.cancel(false);
        }
    }

    CompletableFuture<SessionSnapshot> snapshot() {
        CompletableFuture<SessionSnapshot> picture = new CompletableFuture<>();
        channel.eventLoop().execute(() -> picture.complete(picture()));
        return picture;
    }

    private SessionSnapshot picture() {
        LoggedIn in = loggedIn;
        long phaseMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - phaseSinceNanos);
        String client = String.valueOf(channel.remoteAddress()).replaceFirst("^[^/]*/", "");
        if (in == null) {
            return new SessionSnapshot(id, "", client, "", phase.word(), phaseMillis, false, "", List.of(), 0);
        }
        return new SessionSnapshot(
                id,
                in.state.user().name(),
                client,
                in.state.database().orElse(""),
                phase.word(),
                phaseMillis,
                in.state.transaction().inTransaction(),
                in.context.held().reasons(),
                in.context.held().servers(),
                in.state.statements());
    }
}
