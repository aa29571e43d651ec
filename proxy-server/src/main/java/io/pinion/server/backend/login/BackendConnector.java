package io.pinion.server.backend.login;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannel;
import io.pinion.config.topology.Server;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.Connector;
import io.pinion.server.backend.Login;
import io.pinion.server.backend.PoolLimits;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Opens TCP connections to servers on one event loop and logs in. */
public final class BackendConnector implements Connector {
    /** The number of MySQL's client error CR_CONN_HOST_ERROR: the server can't be reached. */
    private static final int CANT_CONNECT = 2003;

    private static final WriteBufferWaterMark WATER_MARKS = new WriteBufferWaterMark(64 * 1024, 256 * 1024);

    /** A prefix such as {@code finishConnect(..) failed with error(-111): Connection refused: /10.0.1.1:3306}. */
    private static final Pattern OWN_CALL = Pattern.compile("^\\w+\\(\\.\\.\\) failed(?: with error\\(-?\\d+\\))?: ");

    private static final Pattern ADDRESS_AGAIN = Pattern.compile(": [^ ]*/[^ /]+:\\d+$");

    private final Bootstrap bootstrap;
    private final PoolLimits limits;
    private final Supplier<BackendTls> tls;

    /** @param tls called for each new connection, on its loop */
    public BackendConnector(
            EventLoop loop, Class<? extends SocketChannel> channel, PoolLimits limits, Supplier<BackendTls> tls) {
        this.limits = limits;
        this.tls = tls;
        this.bootstrap = new Bootstrap()
                .group(loop)
                .channel(channel)
                .resolver(new OffLoopNames())
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, limits.connectMillis())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARKS)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel unused) {
                        // open() adds the login handler, because it depends on the login.
                    }
                });
        DeadPeers.notice(bootstrap, channel);
    }

    @Override
    public void open(Server server, Login login, Outcome outcome) {
        ChannelFuture connecting = bootstrap.connect(server.host(), server.port());
        connecting.channel().pipeline().addLast(new LoginHandler(server, login, limits, tls.get(), outcome));
        connecting.addListener(done -> {
            if (!done.isSuccess()) {
                outcome.failed(unreachable(server, done.cause()));
            }
        });
    }

    private static ServerError unreachable(Server server, Throwable cause) {
        return new ServerError(
                CANT_CONNECT,
                ErrorCode.UNKNOWN_ERROR.sqlState(),
                "can't connect to server " + server.name() + " at " + server.address() + ": " + reason(cause));
    }

    /** The error without Netty's own call before it and the repeated address after it. */
    private static String reason(Throwable cause) {
        return OWN_CALL.matcher(String.valueOf(cause.getMessage()))
                .replaceFirst("")
                .transform(rest -> ADDRESS_AGAIN.matcher(rest).replaceFirst(""));
    }
}
