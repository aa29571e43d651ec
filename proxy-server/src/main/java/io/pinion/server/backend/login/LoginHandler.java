package io.pinion.server.backend.login;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.pinion.config.topology.Server;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.Packet;
import io.pinion.protocol.frame.PacketFramer;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Connector;
import io.pinion.server.backend.Login;
import io.pinion.server.backend.LoginRefusals;
import io.pinion.server.backend.PoolLimits;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Runs one {@link BackendLogin} over a new connection, within a deadline; after success a {@link BackendConnection}'s handler
 * replaces this handler. It alone reports the outcome, and once: Netty may tell of a failure several times, as by the
 * future of the connect and by an exception in the pipeline.
 */
final class LoginHandler extends ChannelInboundHandlerAdapter {
    private static final int MAX_LOGIN_PACKET_BYTES = 64 * 1024;

    /** The number of MySQL's client error CR_SERVER_LOST: the server stopped answering, or broke the protocol. */
    private static final int SERVER_LOST = 2013;

    /** The number of MySQL's client error CR_CONN_HOST_ERROR: the server can't be reached. */
    private static final int CANT_CONNECT = 2003;

    /** A prefix such as {@code finishConnect(..) failed with error(-111): Connection refused: /10.0.1.1:3306}. */
    private static final Pattern OWN_CALL = Pattern.compile("^\\w+\\(\\.\\.\\) failed(?: with error\\(-?\\d+\\))?: ");

    private static final Pattern ADDRESS_AGAIN = Pattern.compile(": [^ ]*/[^ /]+:\\d+$");

    private final Server server;
    private final Login login;
    private final PoolLimits limits;
    private final BackendTls tls;
    private final Connector.Outcome outcome;
    private @Nullable BackendLogin exchange;

    private @Nullable PacketFramer framer;
    private @Nullable Future<?> deadline;
    private boolean over;

    LoginHandler(Server server, Login login, PoolLimits limits, BackendTls tls, Connector.Outcome outcome) {
        this.server = server;
        this.login = login;
        this.limits = limits;
        this.tls = tls;
        this.outcome = outcome;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        framer = new PacketFramer(context.alloc(), MAX_LOGIN_PACKET_BYTES);
        exchange = new BackendLogin(login, tls, isLoopback(context.channel().remoteAddress()));
        deadline = context.executor()
                .schedule(
                        () -> fail(context, "it didn't log Pinion in within " + limits.connectMillis() + " ms"),
                        limits.connectMillis(),
                        TimeUnit.MILLISECONDS);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        PacketFramer cutting = framer;
        BackendLogin running = exchange;
        if (over || cutting == null || running == null) {
            ((ByteBuf) message).release();
            return;
        }
        cutting.receive((ByteBuf) message);
        try {
            for (Packet packet = cutting.next(); packet != null && !over; packet = cutting.next()) {
                try {
                    act(context, running, running.onPacket(packet, context.alloc()));
                } finally {
                    packet.release();
                }
            }
        } catch (MalformedPacket e) {
            fail(context, "it broke the protocol: " + e.getMessage());
        }
    }

    private static boolean isLoopback(SocketAddress address) {
        return address instanceof InetSocketAddress inet
                && inet.getAddress() != null
                && inet.getAddress().isLoopbackAddress();
    }

    private void act(ChannelHandlerContext context, BackendLogin running, BackendLogin.Step step) {
        switch (step) {
            case BackendLogin.Step.Continue next -> {}
            case BackendLogin.Step.Send(ByteBuf packet) -> context.writeAndFlush(packet);
            case BackendLogin.Step.StartTls(ByteBuf request) -> startTls(context, request);
            case BackendLogin.Step.Refused(ServerError error) ->
                failed(
                        context,
                        error.code(),
                        "server " + server.name() + " refused account " + login.account() + ": error " + error.code()
                                + " " + error.message()
                                + (LoginRefusals.concernsAccount(error.code())
                                        ? "; SHOW USERS says what is the matter"
                                        : ""));
            case BackendLogin.Step.Failed(String reason) -> fail(context, reason);
            case BackendLogin.Step.Done done -> succeed(context, running);
        }
    }

    private void startTls(ChannelHandlerContext context, ByteBuf request) {
        PacketFramer cutting = framer;
        if (cutting != null && !cutting.isEmpty()) {
            request.release();
            // Whatever comes in clear behind the greeting would be read as if it had come encrypted.
            fail(context, "it sent more than its greeting before TLS began");
            return;
        }
        context.writeAndFlush(request);
        context.pipeline().addFirst(tls.newHandler(context.alloc(), server));
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            BackendLogin running = exchange;
            if (handshake.isSuccess() && running != null) {
                act(context, running, new BackendLogin.Step.Send(running.onTls(context.alloc())));
            } else {
                fail(context, tls.explain(handshake.cause(), server));
            }
        }
    }

    private void succeed(ChannelHandlerContext context, BackendLogin done) {
        end();
        BackendConnection connection = new BackendConnection(
                context.channel(), server.name(), login, done.agreed(), done.thread(), done.isMariaDb());
        context.pipeline().replace(this, null, connection.handler());
        outcome.opened(connection);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        fail(context, "it closed the connection during the login");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (exchange == null) {
            unreachable(context, cause);
        } else {
            fail(context, String.valueOf(cause.getMessage()));
        }
    }

    /** The connect has failed, which closes its channel. */
    void unreachable(Throwable cause) {
        unreachable(null, cause);
    }

    private void unreachable(@Nullable ChannelHandlerContext context, Throwable cause) {
        failed(
                context,
                CANT_CONNECT,
                "can't connect to server " + server.name() + " at " + server.address() + ": " + reason(cause));
    }

    /** The error without Netty's own call before it and the repeated address after it. */
    private static String reason(Throwable cause) {
        return OWN_CALL.matcher(String.valueOf(cause.getMessage()))
                .replaceFirst("")
                .transform(rest -> ADDRESS_AGAIN.matcher(rest).replaceFirst(""));
    }

    /** @param reason calls the server "it" */
    private void fail(ChannelHandlerContext context, String reason) {
        failed(
                context,
                SERVER_LOST,
                "can't log in on server " + server.name() + " at " + server.address() + ": " + reason);
    }

    private void failed(@Nullable ChannelHandlerContext context, int code, String message) {
        if (over) {
            return;
        }
        end();
        if (context != null) {
            context.close();
        }
        outcome.failed(new ServerError(code, ErrorCode.UNKNOWN_ERROR.sqlState(), message));
    }

    private void end() {
        over = true;
        if (deadline != null) {
            deadline.cancel(false);
        }
        if (framer != null) {
            framer.close();
        }
    }
}
