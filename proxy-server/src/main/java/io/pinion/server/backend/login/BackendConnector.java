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
import io.pinion.server.backend.Connector;
import io.pinion.server.backend.Login;
import io.pinion.server.backend.PoolLimits;
import java.util.function.Supplier;

/** Opens TCP connections to servers on one event loop and logs in. */
public final class BackendConnector implements Connector {
    private static final WriteBufferWaterMark WATER_MARKS = new WriteBufferWaterMark(64 * 1024, 256 * 1024);

    private final EventLoop loop;
    private final Bootstrap bootstrap;
    private final PoolLimits limits;
    private final Supplier<BackendTls> tls;

    /** @param tls called for each new connection, on its loop */
    public BackendConnector(
            EventLoop loop, Class<? extends SocketChannel> channel, PoolLimits limits, Supplier<BackendTls> tls) {
        this.loop = loop;
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
        LoginHandler handler = new LoginHandler(server, login, limits, tls.get(), outcome);
        ChannelFuture connecting = bootstrap.connect(server.host(), server.port());
        connecting.channel().pipeline().addLast(handler);
        connecting.addListener(done -> {
            if (!done.isSuccess()) {
                // Without a socket, as when the process has too many, the future isn't of this loop.
                loop.execute(() -> handler.unreachable(done.cause()));
            }
        });
    }
}
