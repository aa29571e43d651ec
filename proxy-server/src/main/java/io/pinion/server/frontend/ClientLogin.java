package io.pinion.server.frontend;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import io.pinion.config.topology.User;
import io.pinion.protocol.auth.NativePassword;
import io.pinion.protocol.auth.SaltedVerifier;
import io.pinion.protocol.auth.Scramble;
import io.pinion.protocol.client.AuthReply;
import io.pinion.protocol.client.ChangeUserRequest;
import io.pinion.protocol.client.HandshakeResponse;
import io.pinion.protocol.client.LoginRequest;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.Collation;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.flags.ServerStatus;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.Packet;
import io.pinion.protocol.frame.PacketWriter;
import io.pinion.protocol.server.AuthMoreData;
import io.pinion.protocol.server.AuthSwitchRequest;
import io.pinion.protocol.server.Greeting;
import io.pinion.protocol.server.ServerError;
import io.pinion.protocol.server.ServerPacket;
import io.pinion.server.execution.context.LoopCluster;
import io.pinion.server.frontend.ClientAuthentication.Verdict;
import io.pinion.server.frontend.command.ClientReplies;
import io.pinion.server.session.ClientProgram;
import io.pinion.server.session.PreparedStatements;
import io.pinion.server.session.SessionState;
import io.pinion.server.session.SessionVariables;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The login of one client: greeting, TLS if the client asks for it, password, database. Lives on the session's event
 * loop, from the connection's first byte to the end of the login; {@link #changeUser} uses it again.
 */
final class ClientLogin {
    private static final Terms TERMS = new Terms(Capabilities.of(Capabilities.PROTOCOL_41), StandardCharsets.UTF_8);

    private final long id;
    private final Channel channel;
    private final SessionServices services;
    private final LoopCluster cluster;
    private final Runnable myTurn;
    private final Capabilities offered;
    private final byte[] scramble;
    private final @Nullable ServerTls tls;

    private ClientAddress client;
    private int nextSequence;
    private @Nullable SslHandler encrypting;
    private @Nullable HandshakeResponse response;
    private @Nullable ClientAuthentication authentication;

    /** What a client's proof waits for; its next packet has to wait as long. */
    private Waiting waiting = Waiting.NOTHING;

    private LoginTurns.@Nullable Turn turn;

    /** What it is if this login fails. */
    private LoginFailure failure = LoginFailure.UNKNOWN_USER;

    /** What Pinion itself has to do first. */
    enum Waiting {
        NOTHING(""),
        TURN("as many logins of this user from this address as may be under way haven't ended, failed ones included"),
        CHECK("the check of its password waits for those of others");

        private final String reason;

        Waiting(String reason) {
            this.reason = reason;
        }
    }

    /** The result of a packet. */
    sealed interface Step {
        /** The login waits for the next packet. */
        record Continue() implements Step {}

        /** Everything from here on is encrypted by {@code handler}. */
        record StartTls(SslHandler handler) implements Step {}

        /** The login waits for its turn, and goes on by {@link #onTurn}; the client isn't read until then. */
        record AwaitTurn() implements Step {}

        /** The password is being checked; the answer goes to {@link #onChecked}, and the client isn't read until then. */
        record Checking(CompletionStage<SaltedPasswords.Check> check) implements Step {}

        /** The login failed with an error that the client has been sent; its connection ends. */
        record Failed(ServerError error) implements Step {}

        /** The login failed; the client is told the error after this time, by {@link #tell}. */
        record FailedLater(ServerError error, long delayMillis) implements Step {}

        /**
         * The password is right; the OK is still to be sent.
         *
         * @param database the database that the client asks for, if any
         * @param info the text of the OK
         */
        record Done(SessionState state, Optional<String> database, byte[] info) implements Step {}
    }

    /** @param myTurn called on the loop when the login gets the turn that it has waited for */
    ClientLogin(long id, Channel channel, SessionServices services, LoopCluster cluster, Runnable myTurn) {
        this.myTurn = myTurn;
        this.id = id;
        this.client = ClientAddress.of(channel.remoteAddress());
        this.channel = channel;
        this.services = services;
        this.cluster = cluster;
        this.scramble = Scramble.generate(services.random());
        this.tls = services.encryption().tls().get();
        this.offered = OfferedCapabilities.greeting(
                services.identity().capabilities().with(tls == null ? 0 : Capabilities.SSL));
    }

    void greet(ClientAddress address) {
        client = address;
        Greeting greeting = new Greeting(
                services.identity().version(),
                id,
                scramble,
                offered,
                services.identity().collation(),
                ServerStatus.of(ServerStatus.AUTOCOMMIT),
                NativePassword.PLUGIN);
        write(greeting, 0);
    }

    /** The sequence id of the next packet, from either side. */
    int nextSequence() {
        return nextSequence;
    }

    /** Doesn't take ownership of {@code packet}. */
    Step onPacket(Packet packet) {
        nextSequence = packet.nextSequence();
        ClientAuthentication proving = authentication;
        if (proving != null) {
            byte[] reply = AuthReply.decode(packet.payload()).data();
            tries(reply);
            return act(proving.onReply(reply));
        }
        return switch (LoginRequest.decode(packet.payload())) {
            case LoginRequest.Ssl ssl -> startTls();
            case LoginRequest.Ancient ancient ->
                fail(
                        ErrorCode.NOT_SUPPORTED_AUTH_MODE,
                        "Client does not support authentication protocol requested by"
                                + " server; consider upgrading MySQL client");
            case HandshakeResponse complete -> begin(complete);
        };
    }

    /** Whether the client's next packet has to wait. */
    boolean isWaiting() {
        return waiting != Waiting.NOTHING;
    }

    /** Why Pinion hasn't answered the client's last packet; empty when the client is to send the next one. */
    String waitsFor() {
        return waiting.reason;
    }

    Step onChecked(SaltedPasswords.Check check) {
        waiting = Waiting.NOTHING;
        ClientAuthentication proving = authentication;
        if (proving == null) {
            throw new IllegalStateException("a password was checked before there was one");
        }
        return switch (check) {
            case RIGHT -> act(proving.onChecked(true));
            case WRONG -> act(proving.onChecked(false));
            case NOT_MADE ->
                fail(
                        ErrorCode.CON_COUNT,
                        "Too many connections: as many passwords as may wait are being checked ("
                                + SaltedPasswords.MAX_WAITING + "), and this login's was not; try again");
        };
    }

    private Step startTls() {
        if (tls == null || encrypting != null) {
            return fail(ErrorCode.HANDSHAKE, "Bad handshake: TLS was not offered");
        }
        SslHandler handler = tls.newHandler(channel.alloc());
        encrypting = handler;
        return new Step.StartTls(handler);
    }

    /**
     * COM_CHANGE_USER: a login without greeting and TLS, with the greeting's scramble.
     *
     * @param before the capabilities that the login agreed on
     */
    Step changeUser(ChangeUserRequest request, Capabilities before, int sequence) {
        nextSequence = sequence;
        HandshakeResponse first = response;
        int collation = request.collationId()
                .orElseGet(() -> first == null ? Collation.UTF8MB4_GENERAL_CI : first.collationId());
        return begin(new HandshakeResponse(
                before,
                0,
                collation,
                request.user(),
                request.authResponse(),
                request.database(),
                request.plugin(),
                request.attributes()));
    }

    private Step begin(HandshakeResponse complete) {
        response = complete;
        if (services.encryption().required() && encrypting == null) {
            return fail(
                    ErrorCode.SECURE_TRANSPORT_REQUIRED,
                    "Connections using insecure transport are prohibited: Pinion's setting listener.require_tls is on,"
                            + " so connect with TLS");
        }
        leaveTurn(0);
        LoginTurns.Turn entered = services.turns().enter(client.network(), complete.user(), () -> channel.eventLoop()
                .execute(myTurn));
        turn = entered;
        if (entered.hasCome()) {
            return prove(complete);
        }
        waiting = Waiting.TURN;
        return new Step.AwaitTurn();
    }

    /** Whether the turn that the login has waited for has come; it may be told of one that it had before. */
    boolean mayGoOn() {
        LoginTurns.Turn mine = turn;
        return waiting == Waiting.TURN && mine != null && mine.hasCome();
    }

    /** The login's turn has come. */
    Step onTurn() {
        waiting = Waiting.NOTHING;
        HandshakeResponse complete = response;
        if (complete == null) {
            throw new IllegalStateException("a login got its turn before it had begun");
        }
        return prove(complete);
    }

    /** Others may log in in its place. A client that has tried a password and goes counts as one that failed. */
    void ended() {
        LoginTurns.Turn mine = turn;
        if (mine != null) {
            leaveTurn(mine.hasTried() ? services.delays().failedMillis(client.network()) : 0);
        }
    }

    /** @param proof of a password, or the password itself */
    private void tries(byte[] proof) {
        LoginTurns.Turn mine = turn;
        if (mine != null && proof.length > 0) {
            mine.tries();
        }
    }

    private void leaveTurn(long afterMillis) {
        LoginTurns.Turn mine = turn;
        turn = null;
        if (mine != null) {
            mine.leave(channel.eventLoop(), afterMillis);
        }
    }

    private Step prove(HandshakeResponse complete) {
        User user = cluster.topology().users().get(complete.user());
        failure = user == null ? LoginFailure.UNKNOWN_USER : LoginFailure.WRONG_PASSWORD;
        if (user != null && !user.admission().admits(client.network())) {
            // A client outside of the user's networks gets the error of an unknown user, so that it can't test
            // passwords.
            failure = LoginFailure.WRONG_NETWORK;
            user = null;
        }
        ClientAuthentication proving = new ClientAuthentication(
                user == null
                        ? UnknownUser.named(
                                complete.user(), cluster.topology().users().values(), services.random())
                        : user,
                scramble,
                encrypting != null,
                tls,
                services.passwords());
        authentication = proving;
        tries(complete.authResponse());
        return act(proving.begin(complete.plugin(), complete.authResponse()));
    }

    private Step act(Verdict verdict) {
        return switch (verdict) {
            case Verdict.SwitchTo(String plugin, byte[] challenge) -> {
                write(new AuthSwitchRequest(plugin, challenge), nextSequence);
                yield new Step.Continue();
            }
            case Verdict.MoreData(byte[] data) -> {
                write(new AuthMoreData(data), nextSequence);
                yield new Step.Continue();
            }
            case Verdict.Accepted(boolean fast, byte[] proofForClient) -> {
                if (fast) {
                    write(new AuthMoreData(ClientAuthentication.FAST_SUCCESS), nextSequence);
                }
                yield accepted(proofForClient);
            }
            case Verdict.Denied(boolean passwordGiven) -> {
                if (!passwordGiven && failure == LoginFailure.WRONG_PASSWORD) {
                    failure = LoginFailure.NO_PASSWORD;
                }
                yield denied(passwordGiven);
            }
            case Verdict.Check(SaltedVerifier verifier, byte[] password) -> {
                waiting = Waiting.CHECK;
                yield new Step.Checking(services.passwords().check(verifier, password, channel::isActive));
            }
        };
    }

    private Step accepted(byte[] proofForClient) {
        HandshakeResponse complete = response;
        User user = complete == null ? null : cluster.topology().users().get(complete.user());
        if (complete == null || user == null) {
            return denied(true);
        }
        Optional<String> unmet = user.admission().tls().unmetBy(ClientEncryption.of(encrypting));
        if (unmet.isPresent()) {
            failure = LoginFailure.TLS_MISSING;
            return denied(true, ": " + unmet.get());
        }
        leaveTurn(0);
        SessionState state = new SessionState(
                id,
                user,
                client.host(),
                ClientProgram.of(complete.attributes()),
                complete.capabilities().and(offered),
                variables(complete.collationId()),
                new PreparedStatements(
                        services.limits().maxPreparedStatements(),
                        services.limits().maxPacketBytes()));
        state.connected(ClientEncryption.shownBy(channel.localAddress(), encrypting));
        return new Step.Done(state, complete.database(), proofForClient);
    }

    private Step denied(boolean passwordGiven) {
        return denied(passwordGiven, "");
    }

    /** @param why the reason, for clients whose password was right */
    private Step denied(boolean passwordGiven, String why) {
        HandshakeResponse complete = response;
        String user = complete == null ? "" : complete.user();
        ServerError error = new ServerError(
                ErrorCode.ACCESS_DENIED,
                "Access denied for user '" + user + "'@'" + client.host() + "' (using password: "
                        + (passwordGiven ? "YES" : "NO") + ")" + why);
        services.sessionObserver().loginFailed(user, client.shown(), failure.label());
        long delayMillis = services.delays().failedMillis(client.network());
        leaveTurn(delayMillis);
        return delayMillis == 0 ? fail(error) : new Step.FailedLater(error, delayMillis);
    }

    /** Sends the error that a login has failed with. */
    void tell(ServerError error) {
        ClientReplies.writeError(channel, error, nextSequence);
    }

    private Step fail(ErrorCode code, String message) {
        return fail(new ServerError(code, message));
    }

    private Step fail(ServerError error) {
        tell(error);
        return new Step.Failed(error);
    }

    /**
     * An unknown collation number means utf8mb4. For a collation that the servers don't know by name they take their
     * default.
     */
    private SessionVariables variables(int collationId) {
        return Collation.of(collationId)
                .filter(collation -> collation.charset().allowedForClients())
                .map(collation -> new SessionVariables(
                        collation.charset().mysqlName(),
                        services.identity().known().test(collation) ? collation.name() : ""))
                .orElseGet(() -> new SessionVariables("utf8mb4", ""));
    }

    private void write(ServerPacket packet, int sequence) {
        ByteBuf out = channel.alloc().buffer(128);
        PacketWriter packets = new PacketWriter(out, sequence);
        packet.write(packets, TERMS);
        nextSequence = packets.sequence();
        channel.writeAndFlush(out);
    }
}
