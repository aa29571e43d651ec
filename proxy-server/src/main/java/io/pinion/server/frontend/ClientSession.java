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
import io.pinion.server.backend.CapabilityFlavour;
import io.pinion.server.execution.PlanExecutor;
import io.pinion.server.execution.answer.FileReceiver;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.context.LoopCluster;
import io.pinion.server.execution.context.PinnedConnections;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.frontend.command.ClientReplies;
import io.pinion.server.frontend.command.CommandDispatcher;
import io.pinion.server.observe.SessionSnapshot;
import io.pinion.server.session.SessionState;
import io.pinion.server.session.Settings;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client, from its connection's first byte to the last. Reads one command at a time, and none while answers wait for
 * a client that doesn't read them: what comes behind stays in the framer, and the socket is left unread when too much
 * waits. Everything runs on the session's event loop.
 */
public final class ClientSession {
    private static final Logger log = LoggerFactory.getLogger(ClientSession.class);

    /** How long a client that is being closed may take to read its last answer. */
    private static final long LAST_WORDS_MILLIS = 10_000;

    /** How long the rest of an oversize packet is thrown away, so that its sender can read why. */
    private static final long LINGER_MILLIS = 500;

    /**
     * How long each command may take whose client sends nothing more. Most such clients are gone, and what they left
     * running holds locks; but a few only wait for the answers to what they have sent.
     */
    private static final long UNATTENDED_MILLIS = 3_000;

    private final long id;
    private final Channel channel;
    private final SessionServices services;
    private final LoopCluster cluster;
    private final ClientLogin login;
    private final ClientInput input;
    private final UnreadAnswers unreadAnswers;
    private final SlowCommand slowCommand;
    private final IdleClient idle;

    /** Those that the idle client's limit was read from. */
    private Settings settings = Settings.NONE;

    private ClientAddress client;
    private SessionPhase phase;
    private long phaseSinceNanos = System.nanoTime();
    private boolean pumping;
    private boolean leaving;
    private boolean inputEnded;
    private @Nullable Future<?> loginDeadline;

    ClientSession(long id, Channel channel, SessionServices services, LoopCluster cluster) {
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
        this.login = new ClientLogin(id, channel, services, cluster);
        this.phase = new SessionPhase.Authenticating();
    }

    public long id() {
        return id;
    }

    void onConnected() {
        services.sessionObserver().accepted();
        services.registry().add(this);
        startLoginDeadline();
        if (services.registry().isDraining()) {
            leave();
        }
    }

    /** The client may be greeted: it is known where it really comes from. */
    void onAddress(ClientAddress address) {
        client = address;
        login.greet(address);
        input.expectSequence(login.nextSequence());
    }

    private void startLoginDeadline() {
        loginDeadline = channel.eventLoop()
                .schedule(this::loginTookTooLong, services.limits().loginMillis(), TimeUnit.MILLISECONDS);
    }

    /** Takes ownership of {@code bytes}. */
    void onBytes(ByteBuf bytes) {
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

    /** The client sends nothing more: it is gone, or waits for the answers to what it has sent. */
    void onInputEnded() {
        inputEnded = true;
        pump();
        if (channel.isActive()) {
            channel.eventLoop().schedule(this::leaveUnattended, UNATTENDED_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** Everything that came whole has been worked on: nothing else can come. */
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

    private boolean continueLogin() {
        Packet packet = input.next();
        if (packet == null) {
            return false;
        }
        try {
            follow(login.onPacket(packet));
        } finally {
            packet.release();
        }
        return true;
    }

    private void follow(ClientLogin.Step step) {
        switch (step) {
            case ClientLogin.Step.Continue next -> input.expectSequence(login.nextSequence());
            case ClientLogin.Step.StartTls(SslHandler handler) -> startTls(handler);
            case ClientLogin.Step.Failed(ServerError error) -> {
                services.sessionObserver().refused(error.code());
                closeWhenSent();
            }
            case ClientLogin.Step.Done done -> loggedIn(done, login.nextSequence());
        }
    }

    private void startTls(SslHandler handler) {
        input.expectSequence(login.nextSequence());
        channel.pipeline().addFirst(handler);
        // A hasty client's first TLS bytes may have come in one piece with its request.
        ByteBuf unread = input.takeUnread();
        if (unread != null) {
            channel.pipeline().fireChannelRead(unread);
        }
    }

    /** COM_CHANGE_USER: what the old user left on servers is undone, and the new one has to prove who it is. */
    private void changeUser(ChangeUserRequest request, int sequence) {
        LoggedIn in = phase.loggedIn();
        if (in != null) {
            in.commands().clientGone();
            enter(new SessionPhase.Authenticating());
            startLoginDeadline();
            follow(login.changeUser(request, in.state().capabilities(), sequence));
        }
    }

    /** The login's last answer is that to its USE, if it names a database. */
    private void loggedIn(ClientLogin.Step.Done done, int sequence) {
        SessionState state = done.state();
        ClientReplies replies = new ClientReplies(channel, state, new Requests());
        PinnedConnections held = new PinnedConnections(state, cluster, channel.eventLoop());
        state.begin(cluster.dialect(), held::lastIsAtHand);
        SessionContext context =
                new SessionContext(cluster, state, held, replies, CapabilityFlavour.of(state.capabilities()));
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
        commands.finishLogin(done.database(), done.info(), sequence, new Completion() {
            @Override
            public void succeeded() {
                cancelLoginDeadline();
                services.sessionObserver().loggedIn();
                idle.watch();
                // Once the login's last answer is on its way, which isn't compressed yet.
                input.compressIfAgreed(
                        state, login.zstdLevel(), services.limits().maxPacketBytes());
                commandEnded();
            }

            @Override
            public void failed(int errorCode) {
                cancelLoginDeadline();
                services.sessionObserver().refused(errorCode);
                closeWhenSent();
            }
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
        in.commands().dispatch(packet);
        return true;
    }

    /** A packet of the file goes to the server, or nowhere when the command has ended meanwhile. */
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

    /** What an answer wants of this session. */
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

    /** The running command's answer has been handed to the channel. */
    private void commandEnded() {
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

    /** The client's next packet, if it has come, has to wait. */
    private boolean isBusy() {
        return phase instanceof SessionPhase.Running
                || (phase instanceof SessionPhase.SendingFile sending
                        && !sending.over()
                        && !sending.receiver().isReady())
                || (phase instanceof SessionPhase.Ready && !channel.isWritable());
    }

    /** It has begun a command, and next to nothing more of it comes. */
    private void commandTookTooLong() {
        if (phase instanceof SessionPhase.Ready) {
            giveUp(new ServerError(
                    ErrorCode.NET_READ_INTERRUPTED,
                    "Got timeout reading communication packets: a command was begun and not ended, and next to nothing of"
                            + " it came within limits.read_timeout ("
                            + services.limits().unsentMillis() + " ms)"));
        } else {
            // Inside of a file, where no answer can stand.
            channel.close();
        }
    }

    private void giveUp(ServerError error) {
        services.sessionObserver().refused(error.code());
        ClientReplies.writeError(
                channel, error, phase instanceof SessionPhase.Authenticating ? login.nextSequence() : 1);
        closeWhenHeard();
    }

    /** A SET may have changed how long the client may be idle; nearly always nothing has changed. */
    private void noteSettings() {
        LoggedIn in = phase.loggedIn();
        if (in != null) {
            Settings now = in.state().variables().settings();
            if (!now.equals(settings)) {
                settings = now;
                idle.limitMayBeOther();
            }
        }
    }

    /** A session's own {@code wait_timeout} goes before Pinion's. */
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

    /** MySQL says so unasked, in a packet numbered 0, which clients find when they send their next command. */
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

    /** The client takes bytes again, or no more. */
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
        if (phase instanceof SessionPhase.Closed) {
            return;
        }
        LoggedIn in = phase.loggedIn();
        if (phase instanceof SessionPhase.Refusing refusing) {
            refusing.refusal().stop();
        }
        enter(new SessionPhase.Closed());
        cancelLoginDeadline();
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
                giveUp(new ServerError(
                        ErrorCode.NET_READ_INTERRUPTED,
                        "Got timeout reading communication packets: a login may take listener.login_timeout ("
                                + services.limits().loginMillis() + " ms)"));
            case SessionPhase.Running(LoggedIn in) -> loginsDatabaseTookTooLong(in);
            case SessionPhase.Ready ready -> throw new IllegalStateException("a login's deadline outlived the login");
            case SessionPhase.SendingFile sending -> throw new IllegalStateException("a login can't send a file");
            case SessionPhase.Refusing refusing -> channel.close();
            case SessionPhase.Draining draining -> {}
            case SessionPhase.Closed closed -> {}
        }
    }

    /** Who the client is was settled in time, but the server that knows the database it named hasn't answered. */
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

    /** The client broke the protocol: it is told how, and the connection ends. */
    private void refuse(MalformedPacket e) {
        ServerError error = new ServerError(e.code(), String.valueOf(e.getMessage()));
        services.sessionObserver().refused(error.code());
        boolean tooLarge = e.code() == ErrorCode.NET_PACKET_TOO_LARGE;
        // Where a compressed packet ends can't be told without unpacking it.
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

    /** The error of a packet that is too large comes behind all of it. */
    private void refuse(ServerError error, @Nullable LoggedIn in) {
        // Who hasn't logged in hasn't earned much patience.
        long patienceMillis = in == null ? 0 : LAST_WORDS_MILLIS;
        OversizeRefusal refusal = OversizeRefusal.begin(channel, error, patienceMillis, this::closeWhenHeard);
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
        // A client that doesn't read doesn't keep its session alive by that.
        channel.eventLoop().schedule(() -> channel.close(), LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS);
    }

    /**
     * The client is still sending, and closing a socket with unread bytes resets it, which would take the error away from
     * a client that reads only when it has sent all: what it sends is thrown away for a moment first.
     */
    private void closeWhenHeard() {
        enter(new SessionPhase.Draining(phase.loggedIn()));
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER);
        channel.eventLoop().schedule(() -> channel.close(), LINGER_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Ends the session from outside, on any thread, whatever it is doing. */
    public void end() {
        channel.eventLoop().execute(channel::close);
    }

    /** KILL QUERY, on any thread: what the session runs at that moment ends with an error. */
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

    /** Ends the session from outside, on any thread, as soon as nothing runs and no transaction is open. */
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

    /** Ends the session from outside, on any thread: what runs ends with an error, an open transaction is rolled back. */
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

    /** Unasked, in a packet numbered 0, as {@link #idledTooLong}. */
    private void sayGoodbye() {
        ClientReplies.writeError(channel, ClientReplies.SHUTTING_DOWN, 0);
        closeWhenSent();
    }

    /** Ends the session from outside, on any thread, but not before the running command has its answer. */
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
                in.context().held().reasons(),
                in.context().held().servers(),
                in.state().statements(),
                in.commands().runningText(),
                in.state().program().name());
    }
}
