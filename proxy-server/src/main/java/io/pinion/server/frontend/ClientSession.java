package io.pinion.server.frontend;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.handler.ssl.SslHandler;
import io.pinion.protocol.client.ChangeUserRequest;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.Packet;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.backend.CapabilityFlavour;
import io.pinion.server.eventloop.WatchedLoop;
import io.pinion.server.execution.PlanExecutor;
import io.pinion.server.execution.answer.FileReceiver;
import io.pinion.server.execution.context.CurrentExecution;
import io.pinion.server.execution.context.LoopCluster;
import io.pinion.server.execution.context.PinnedConnections;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.frontend.command.ClientReplies;
import io.pinion.server.frontend.command.CommandDispatcher;
import io.pinion.server.observe.SessionSnapshot;
import io.pinion.server.session.SessionSettings;
import io.pinion.server.session.SessionState;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's session, from the connection's first byte to the last. It reads one command at a time, and none while
 * the client doesn't read its answers: later commands stay in the framer, and the socket is left unread when too many
 * bytes wait. Everything runs on the session's event loop.
 */
public final class ClientSession {
    /** Commands and packets of one client that are handled before the event loop turns to others. */
    private static final int STEPS_OF_A_TURN = 16;

    private static final Logger log = LoggerFactory.getLogger(ClientSession.class);

    /** The time that a client has to read its last answer before Pinion closes the connection. */
    private static final long LAST_WORDS_MILLIS = 10_000;

    /**
     * The time for which Pinion discards input after an error, so that the client can read the error before the close.
     */
    private static final long LINGER_MILLIS = 500;

    /**
     * The time that each command may take after the client has shut down its output. Most such clients are gone, and
     * their running statements hold locks; but a few only wait for answers.
     */
    private static final long UNATTENDED_MILLIS = 3_000;

    /** As MariaDB takes them; then COM_CHANGE_USER is an unknown command. */
    private static final int MAX_REFUSED_CHANGES = 3;

    private static final ServerError NO_MORE_CHANGES = new ServerError(ErrorCode.UNKNOWN_COM, "Unknown command");

    /** Whatever has come for a loop is read within its next round. */
    private static final long LOOK_AGAIN_MILLIS = 20;

    private final long id;
    private final Channel channel;
    private final SessionServices services;
    private final LoopCluster cluster;
    private final WatchedLoop watchedLoop;
    private final ClientLogin login;
    private final ClientInput input;
    private final UnreadAnswers unreadAnswers;
    private final SlowCommand slowCommand;
    private final IdleClient idle;

    /** The settings that the idle limit was read from. */
    private SessionSettings settings = SessionSettings.NONE;

    private ClientAddress client;
    private SessionPhase phase;
    private long phaseSinceNanos = System.nanoTime();
    private boolean pumping;

    /** The next command waits until the event loop has served other clients. */
    private boolean othersFirst;

    private boolean leaving;
    private boolean inputEnded;

    private int refusedChanges;
    private @Nullable Future<?> loginDeadline;

    ClientSession(long id, Channel channel, SessionServices services, LoopCluster cluster, WatchedLoop watchedLoop) {
        this.watchedLoop = watchedLoop;
        this.id = id;
        this.channel = channel;
        this.services = services;
        this.cluster = cluster;
        this.input = new ClientInput(channel);
        this.unreadAnswers = new UnreadAnswers(channel, services.limits().unreadMillis());
        this.slowCommand = new SlowCommand(
                channel.eventLoop(), services.limits().unsentMillis(), input::receivedBytes, this::commandTookTooLong);
        this.idle = new IdleClient(channel.eventLoop(), this::idleLimitMillis, this::idleMillis, this::idledTooLong);
        this.client = ClientAddress.of(channel.remoteAddress());
        this.login = new ClientLogin(id, channel, services, cluster, this::loginsTurnCame);
        this.phase = new SessionPhase.Authenticating(null);
    }

    public long id() {
        return id;
    }

    void onConnected() {
        assert channel.eventLoop().inEventLoop();
        services.sessionObserver().accepted();
        services.registry().add(this);
        startLoginDeadline();
        if (services.registry().isDraining()) {
            leave();
        }
    }

    /** Greets the client, whose address is known now. */
    void onAddress(ClientAddress address) {
        assert channel.eventLoop().inEventLoop();
        client = address;
        login.greet(address);
        input.expectSequence(login.nextSequence());
    }

    private void startLoginDeadline() {
        cancelLoginDeadline();
        loginDeadline = channel.eventLoop()
                .schedule(this::lookAtLateLogin, services.limits().loginMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * An event loop that was busy looks at a deadline before it reads what has come meanwhile; so the login is late only if
     * it still is when the loop has read once more.
     */
    private void lookAtLateLogin() {
        loginDeadline = channel.eventLoop().schedule(this::loginTookTooLong, LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Takes ownership of {@code bytes}. */
    void onBytes(ByteBuf bytes) {
        assert channel.eventLoop().inEventLoop();
        if (phase instanceof SessionPhase.Closed || phase instanceof SessionPhase.Draining) {
            bytes.release();
            return;
        }
        if (phase instanceof SessionPhase.Refusing refusing) {
            refusing.refusal().passBy(bytes);
            return;
        }
        input.receive(bytes);
        pump();
    }

    /** The client has shut down its output: it is gone, or waits for the answers to its commands. */
    void onInputEnded() {
        inputEnded = true;
        pump();
        if (channel.isActive()) {
            channel.eventLoop().schedule(this::leaveUnattended, UNATTENDED_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** Ends the session after its last whole packet, since no other can come. */
    private void endWithInput() {
        switch (phase) {
            case SessionPhase.Ready ready -> {
                if (channel.isWritable()) {
                    closeWhenSent();
                }
            }
            case SessionPhase.SendingFile sending -> {
                if (sending.over() || sending.receiver().isReady()) {
                    channel.close();
                }
            }
            case SessionPhase.Authenticating authenticating -> channel.close();
            case SessionPhase.Refusing refusing -> channel.close();
            case SessionPhase.Running running -> {}
            case SessionPhase.Draining draining -> {}
            case SessionPhase.Closed closed -> {}
        }
    }

    private void leaveUnattended() {
        if (phase instanceof SessionPhase.Closed) {
            return;
        }
        if (phase instanceof SessionPhase.Ready || millisInPhase() < UNATTENDED_MILLIS) {
            channel.eventLoop().schedule(this::leaveUnattended, UNATTENDED_MILLIS, TimeUnit.MILLISECONDS);
        } else {
            channel.close();
        }
    }

    /** Handles the packets that have come, as far as the phase allows. */
    private void pump() {
        assert channel.eventLoop().inEventLoop();
        if (pumping) {
            return;
        }
        if (othersFirst) {
            input.readAhead(true);
            return;
        }
        pumping = true;
        try {
            boolean more = true;
            for (int step = 0; more; step++) {
                if (step >= STEPS_OF_A_TURN && phase instanceof SessionPhase.Ready) {
                    goOnBehindOthers();
                    return;
                }
                more = switch (phase) {
                    case SessionPhase.Authenticating authenticating -> continueLogin();
                    case SessionPhase.Ready(LoggedIn in) -> channel.isWritable() && nextCommand(in);
                    case SessionPhase.Running running -> false;
                    case SessionPhase.SendingFile sending -> nextOfFile(sending);
                    case SessionPhase.Refusing refusing -> false;
                    case SessionPhase.Draining draining -> false;
                    case SessionPhase.Closed closed -> false;
                };
            }
        } catch (MalformedPacket e) {
            refuse(e);
        } finally {
            pumping = false;
        }
        if (inputEnded) {
            endWithInput();
        }
        readAheadOrNot();
    }

    /** A client that sends many commands at once, which take no server, shares the event loop with the others. */
    private void goOnBehindOthers() {
        othersFirst = true;
        input.readAhead(true);
        // What is executed at once comes before any socket is read.
        channel.eventLoop()
                .schedule(
                        () -> {
                            othersFirst = false;
                            pump();
                        },
                        0,
                        TimeUnit.NANOSECONDS);
    }

    private boolean continueLogin() {
        Packet packet = login.isWaiting() ? null : input.next();
        if (packet == null) {
            return false;
        }
        try {
            goOn(login.onPacket(packet));
        } finally {
            packet.release();
        }
        return true;
    }

    /** Follows a step of the login; the next one has as much time again. */
    private void goOn(ClientLogin.Step step) {
        startLoginDeadline();
        follow(step);
    }

    private void follow(ClientLogin.Step step) {
        switch (step) {
            case ClientLogin.Step.Continue next -> input.expectSequence(login.nextSequence());
            case ClientLogin.Step.StartTls(SslHandler handler) -> startTls(handler);
            case ClientLogin.Step.AwaitTurn turn -> {}
            case ClientLogin.Step.Checking(CompletionStage<SaltedPasswords.Check> check) ->
                check.thenAccept(made -> channel.eventLoop().execute(() -> passwordChecked(made)));
            case ClientLogin.Step.Failed(ServerError error) -> {
                services.sessionObserver().refused(error.code());
                loginRefused(phase.loggedIn());
            }
            case ClientLogin.Step.FailedLater(ServerError error, long delayMillis) -> {
                services.sessionObserver().refused(error.code());
                failLater(error, delayMillis);
            }
            case ClientLogin.Step.Done done -> loggedIn(done, login.nextSequence());
        }
    }

    private void passwordChecked(SaltedPasswords.Check check) {
        if (phase instanceof SessionPhase.Authenticating) {
            goOn(login.onChecked(check));
            pump();
        }
    }

    private void loginsTurnCame() {
        if (phase instanceof SessionPhase.Authenticating && login.mayGoOn()) {
            goOn(login.onTurn());
            pump();
        }
    }

    /** The handshake of TLS has ended, which is a step of the login as well. */
    void onEncrypted() {
        if (phase instanceof SessionPhase.Authenticating) {
            startLoginDeadline();
        }
    }

    /** Takes nothing more of the client, and lets it wait. */
    private void failLater(ServerError error, long delayMillis) {
        LoggedIn before = phase.loggedIn();
        enter(new SessionPhase.Draining(before));
        channel.eventLoop()
                .schedule(
                        () -> {
                            if (phase instanceof SessionPhase.Draining) {
                                login.tell(error);
                                loginRefused(before);
                            }
                        },
                        delayMillis,
                        TimeUnit.MILLISECONDS);
    }

    private void startTls(SslHandler handler) {
        input.expectSequence(login.nextSequence());
        channel.pipeline().addFirst(handler);
        // The client may have sent its first TLS bytes together with its request for TLS.
        ByteBuf unread = input.takeUnread();
        if (unread != null) {
            channel.pipeline().fireChannelRead(unread);
        }
    }

    /**
     * Behind a refused COM_CHANGE_USER, MariaDB goes on with the session of the user before, which has been reset, and
     * MySQL closes, as both do behind a refused login (measured on MariaDB 11.4 and MySQL 9.7).
     *
     * @param before null at the first login
     */
    private void loginRefused(@Nullable LoggedIn before) {
        login.ended();
        if (before == null || leaving || cluster.planner().dialect() == SqlDialect.MYSQL) {
            closeWhenSent();
            return;
        }
        cancelLoginDeadline();
        refusedChanges++;
        input.expectSequence(0);
        enter(new SessionPhase.Running(before));
        commandEnded();
    }

    /** COM_CHANGE_USER: resets the old user's state on servers, and starts the login of the new user. */
    private void changeUser(ChangeUserRequest request, int sequence) {
        LoggedIn in = phase.loggedIn();
        if (in != null) {
            in.commands().reset();
            if (refusedChanges >= MAX_REFUSED_CHANGES) {
                ClientReplies.writeError(channel, NO_MORE_CHANGES, sequence);
                commandEnded();
                return;
            }
            enter(new SessionPhase.Authenticating(in));
            goOn(login.changeUser(request, in.state().capabilities(), sequence));
        }
    }

    /** Runs the USE of the login's database, if the client names one; its answer ends the login. */
    private void loggedIn(ClientLogin.Step.Done done, int sequence) {
        LoggedIn before = phase.loggedIn();
        SessionState state = done.state();
        ClientReplies replies = new ClientReplies(channel, state, new Requests());
        PinnedConnections held = new PinnedConnections(state, cluster, channel.eventLoop());
        state.begun(cluster.planner().dialect(), held.last()::isAtHand);
        SessionContext context = new SessionContext(
                cluster, state, held, replies, CapabilityFlavour.of(state.capabilities()), new CurrentExecution());
        CommandDispatcher commands = new CommandDispatcher(
                context,
                new PlanExecutor(context, services.admin(), services.schema()),
                replies,
                services.statementObserver(),
                this::commandEnded,
                this::changeUser);
        enter(new SessionPhase.Running(new LoggedIn(state, context, commands)));
        input.limitPacketBytes(services.limits().maxPacketBytes());
        input.expectSequence(0);
        commands.finishLogin(done.database(), done.info(), sequence, errorCode -> {
            if (before != null) {
                (errorCode == 0 ? before.commands() : commands).clientGone();
            }
            if (errorCode != 0) {
                services.sessionObserver().refused(errorCode);
                loginRefused(before);
                return;
            }
            cancelLoginDeadline();
            services.sessionObserver().loggedIn();
            idle.watch();
            // The login's last answer is on its way, and isn't compressed yet.
            input.compressIfAgreed(state, services.limits().maxPacketBytes());
            commandEnded();
        });
    }

    private boolean nextCommand(LoggedIn in) {
        if (leaving && !in.context().hasBegun()) {
            sayGoodbye();
            return false;
        }
        Packet packet = input.next();
        if (packet == null) {
            return false;
        }
        enter(new SessionPhase.Running(in));
        input.expectSequence(0);
        watchedLoop.worksOn(in.commands());
        try {
            in.commands().dispatch(packet);
        } finally {
            watchedLoop.idles();
        }
        return true;
    }

    /** Sends a packet of the file to the server, or discards it when the command has ended meanwhile. */
    private boolean nextOfFile(SessionPhase.SendingFile sending) {
        Packet packet = sending.over() || sending.receiver().isReady() ? input.next() : null;
        if (packet == null) {
            return false;
        }
        input.expectSequenceInside(packet.nextSequence());
        boolean last = !packet.payload().isReadable();
        if (last) {
            input.expectSequence(0);
            sending.replies().fileSent(packet.nextSequence());
            enter(
                    sending.over()
                            ? new SessionPhase.Ready(sending.loggedIn())
                            : new SessionPhase.Running(sending.loggedIn()));
        }
        if (sending.over()) {
            packet.release();
        } else {
            sending.receiver().part(packet);
        }
        return true;
    }

    /** The requests that an answer makes to this session. */
    private final class Requests implements ClientReplies.Upstream {
        @Override
        public void close() {
            closeWhenSent();
        }

        @Override
        public void awaitFile(ClientReplies replies, FileReceiver receiver, int sequence) {
            if (phase instanceof SessionPhase.Running(LoggedIn in)) {
                enter(new SessionPhase.SendingFile(in, replies, receiver, false));
                input.expectSequence(sequence);
                pump();
            }
        }

        @Override
        public void fileMayGoOn() {
            pump();
        }
    }

    /** Called when the running command's answer has been handed to the channel. */
    private void commandEnded() {
        assert channel.eventLoop().inEventLoop();
        channel.flush();
        noteSettings();
        switch (phase) {
            case SessionPhase.Running(LoggedIn in) -> {
                enter(new SessionPhase.Ready(in));
                pump();
            }
            case SessionPhase.SendingFile(LoggedIn in, var replies, var receiver, boolean over) -> {
                enter(new SessionPhase.SendingFile(in, replies, receiver, true));
                pump();
            }
            case SessionPhase.Draining draining -> closeWhenSent();
            case SessionPhase.Authenticating authenticating ->
                throw new IllegalStateException("a command ended before login");
            case SessionPhase.Ready ready -> throw new IllegalStateException("a command ended twice");
            case SessionPhase.Refusing refusing -> throw new IllegalStateException("a refused command ended");
            case SessionPhase.Closed closed -> {}
        }
    }

    private void readAheadOrNot() {
        boolean waits = isBusy();
        boolean more = input.isInsideOfPacket() || phase instanceof SessionPhase.SendingFile;
        slowCommand.note(!waits && more && phase.loggedIn() != null);
        input.readAhead(waits);
    }

    /** Whether the client's next packet has to wait. */
    private boolean isBusy() {
        return phase instanceof SessionPhase.Running
                || (phase instanceof SessionPhase.Authenticating && login.isWaiting())
                || (phase instanceof SessionPhase.SendingFile sending
                        && !sending.over()
                        && !sending.receiver().isReady())
                || (phase instanceof SessionPhase.Ready && !channel.isWritable());
    }

    /** Called when a client has begun a command and sends hardly anything more of it. */
    private void commandTookTooLong() {
        if (phase instanceof SessionPhase.Ready) {
            giveUp(new ServerError(
                    ErrorCode.NET_READ_INTERRUPTED,
                    "Got timeout reading communication packets: a command was begun and not ended, and next to nothing of"
                            + " it came within limits.read_timeout ("
                            + services.limits().unsentMillis() + " ms)"));
        } else {
            // Within a file no error packet is allowed.
            channel.close();
        }
    }

    private void giveUp(ServerError error) {
        services.sessionObserver().refused(error.code());
        ClientReplies.writeError(channel, error, framerSequence());
        closeWhenHeard();
    }

    /** Updates the idle limit if a SET has changed the settings, which is rare. */
    private void noteSettings() {
        LoggedIn in = phase.loggedIn();
        if (in != null) {
            SessionSettings now = in.state().variables().settings();
            if (!now.equals(settings)) {
                settings = now;
                idle.limitMayBeOther();
            }
        }
    }

    /** The session's own {@code wait_timeout} overrides Pinion's. */
    private long idleLimitMillis() {
        LoggedIn in = phase.loggedIn();
        OptionalLong own =
                in == null ? OptionalLong.empty() : in.state().variables().waitTimeoutSeconds();
        return own.isPresent()
                ? TimeUnit.SECONDS.toMillis(own.getAsLong())
                : services.limits().idleMillis();
    }

    private long idleMillis() {
        return phase instanceof SessionPhase.Ready ? millisInPhase() : 0;
    }

    /**
     * Sends an error without a command, numbered 0, as MySQL does; the client reads it when it sends its next command.
     */
    private void idledTooLong() {
        ServerError error = new ServerError(
                ErrorCode.CLIENT_INTERACTION_TIMEOUT,
                "The client was disconnected by the server because of inactivity: it has sent nothing for "
                        + TimeUnit.MILLISECONDS.toSeconds(idleMillis())
                        + " s (wait_timeout of its session, or limits.idle_timeout).");
        services.sessionObserver().refused(error.code());
        ClientReplies.writeError(channel, error, 0);
        closeWhenSent();
    }

    /** Called when the channel becomes writable or stops being so. */
    void onWritabilityChanged() {
        unreadAnswers.onWritabilityChanged();
        LoggedIn in = phase.loggedIn();
        if (in != null && channel.isWritable()) {
            in.commands().clientWritable();
            pump();
        }
    }

    void onFailure(Throwable cause) {
        log.debug("A client's connection failed", cause);
        channel.close();
    }

    void onClosed() {
        assert channel.eventLoop().inEventLoop();
        if (phase instanceof SessionPhase.Closed) {
            return;
        }
        LoggedIn in = phase.loggedIn();
        if (phase instanceof SessionPhase.Refusing refusing) {
            refusing.refusal().stop();
        }
        enter(new SessionPhase.Closed());
        cancelLoginDeadline();
        login.ended();
        unreadAnswers.stop();
        slowCommand.stop();
        idle.stop();
        input.close();
        services.registry().remove(this);
        if (in != null) {
            in.commands().clientGone();
        }
        services.sessionObserver().closed();
    }

    private void loginTookTooLong() {
        switch (phase) {
            case SessionPhase.Authenticating authenticating ->
                giveUp(new ServerError(ErrorCode.NET_READ_INTERRUPTED, whyTheLoginTookTooLong()));
            case SessionPhase.Running(LoggedIn in) -> loginsDatabaseTookTooLong(in);
            case SessionPhase.Ready ready -> throw new IllegalStateException("a login's deadline outlived the login");
            case SessionPhase.SendingFile sending -> throw new IllegalStateException("a login can't send a file");
            case SessionPhase.Refusing refusing -> channel.close();
            case SessionPhase.Draining draining -> {}
            case SessionPhase.Closed closed -> {}
        }
    }

    private String whyTheLoginTookTooLong() {
        String limit = "listener.login_timeout (" + services.limits().loginMillis() + " ms)";
        String waitsFor = login.waitsFor();
        return waitsFor.isEmpty()
                ? "Got timeout reading communication packets: a client may take " + limit
                        + " for each packet of its login"
                : "the login has waited for " + limit + " since " + waitsFor + "; try again";
    }

    /** Called when the password was right in time, but the server of the login's database hasn't answered. */
    private void loginsDatabaseTookTooLong(LoggedIn in) {
        in.commands().clientGone();
        ServerError error = new ServerError(
                ErrorCode.NET_READ_INTERRUPTED,
                "the server of the database that the login names hasn't answered within "
                        + services.limits().loginMillis() + " ms");
        services.sessionObserver().refused(error.code());
        ClientReplies.writeError(channel, error, login.nextSequence());
        closeWhenSent();
    }

    /** Ends the connection of a client that broke the protocol, with an error. */
    private void refuse(MalformedPacket e) {
        ServerError error = new ServerError(e.code(), String.valueOf(e.getMessage()));
        services.sessionObserver().refused(error.code());
        boolean tooLarge = e.code() == ErrorCode.NET_PACKET_TOO_LARGE;
        // The end of a compressed packet can't be found without decompressing it.
        if (tooLarge && !input.isCompressed() && !(phase instanceof SessionPhase.SendingFile)) {
            refuse(error, phase.loggedIn());
            return;
        }
        ClientReplies.writeError(channel, error, framerSequence());
        if (tooLarge) {
            closeWhenHeard();
        } else {
            closeWhenSent();
        }
    }

    private int framerSequence() {
        return phase instanceof SessionPhase.Authenticating ? login.nextSequence() : 1;
    }

    /** Sends the error of an oversize packet after the packet's end. */
    private void refuse(ServerError error, @Nullable LoggedIn in) {
        // Without a login the client gets no time.
        long timeoutMillis = in == null ? 0 : LAST_WORDS_MILLIS;
        OversizeRefusal refusal = OversizeRefusal.begin(channel, error, timeoutMillis, this::closeWhenHeard);
        enter(new SessionPhase.Refusing(in, refusal));
        ByteBuf begun = input.takeUnread();
        input.close();
        if (begun != null) {
            refusal.passBy(begun);
        }
    }

    private void closeWhenSent() {
        if (phase instanceof SessionPhase.Closed) {
            return;
        }
        if (!(phase instanceof SessionPhase.Draining)) {
            enter(new SessionPhase.Draining(phase.loggedIn()));
        }
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        // A client that doesn't read can't keep its session alive by that.
        channel.eventLoop().schedule(() -> channel.close(), LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS);
    }

    /**
     * Closes the connection a moment later. Closing a socket with unread bytes resets it, so that a client which is
     * still sending would lose the error; its input is discarded until then.
     */
    private void closeWhenHeard() {
        enter(new SessionPhase.Draining(phase.loggedIn()));
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER);
        channel.eventLoop().schedule(() -> channel.close(), LINGER_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Closes the session from outside, on any thread and in any phase. */
    public void end() {
        channel.eventLoop().execute(channel::close);
    }

    /** KILL QUERY, on any thread: ends the session's running statement with an error. */
    public void killStatement() {
        channel.eventLoop().execute(() -> {
            switch (phase) {
                case SessionPhase.Running(LoggedIn in) -> in.commands().killStatement();
                case SessionPhase.SendingFile sending ->
                    sending.loggedIn().commands().killStatement();
                default -> {}
            }
        });
    }

    /** Ends the session from outside, on any thread, as soon as no statement runs and no transaction is open. */
    void leave() {
        channel.eventLoop().execute(() -> {
            leaving = true;
            if (phase instanceof SessionPhase.Authenticating) {
                giveUp(ClientReplies.SHUTTING_DOWN);
            } else {
                pump();
            }
        });
    }

    /**
     * Ends the session from outside, on any thread: a running statement ends with an error, an open transaction is
     * rolled back.
     */
    void expel() {
        channel.eventLoop().execute(() -> {
            switch (phase) {
                case SessionPhase.Running(LoggedIn in) -> {
                    in.commands().killStatement();
                    if (phase instanceof SessionPhase.Running) {
                        enter(new SessionPhase.Draining(in));
                    }
                }
                case SessionPhase.Ready ready -> sayGoodbye();
                default -> channel.close();
            }
        });
    }

    /** Sends the error without a command, numbered 0, as {@link #idledTooLong} does. */
    private void sayGoodbye() {
        ClientReplies.writeError(channel, ClientReplies.SHUTTING_DOWN, 0);
        closeWhenSent();
    }

    /** Ends the session from outside, on any thread, after the running command's answer. */
    void endAfterCommand() {
        channel.eventLoop().execute(() -> {
            if (phase instanceof SessionPhase.Running(LoggedIn in)) {
                enter(new SessionPhase.Draining(in));
            } else {
                channel.close();
            }
        });
    }

    private void enter(SessionPhase next) {
        assert channel.eventLoop().inEventLoop();
        phase = next;
        phaseSinceNanos = System.nanoTime();
    }

    private long millisInPhase() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - phaseSinceNanos);
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
        LoggedIn in = phase.loggedIn();
        long phaseMillis = millisInPhase();
        if (in == null) {
            return new SessionSnapshot(
                    id, "", client.shown(), "", phase.word(), phaseMillis, "", false, "", List.of(), 0, "", "");
        }
        return new SessionSnapshot(
                id,
                in.state().user().name(),
                client.shown(),
                in.state().database().orElse(""),
                phase.word(),
                phaseMillis,
                in.commands().waitsFor(),
                in.state().transaction().inTransaction(),
                in.context().pinned().all().reasons(),
                in.context().pinned().all().servers(),
                in.state().statements(),
                in.commands().runningText(),
                in.state().program().name());
    }
}
