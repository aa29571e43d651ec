package io.pinion.server.frontend;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.pinion.server.eventloop.EventLoops;
import io.pinion.server.execution.LoopCluster;
import io.pinion.server.frontend.command.ClientReplies;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Accepts clients and gives each a session on one event loop. */
public final class ClientListener implements AutoCloseable {
    private static final WriteBufferWaterMark WATER_MARKS = new WriteBufferWaterMark(64 * 1024, 256 * 1024);
    private static final int BACKLOG = 1024;
    private static final long DRAIN_MILLIS = 5_000;
    private static final long POLL_MILLIS = 10;

    private final SessionServices services;
    private final Map<EventLoop, LoopCluster> clusters;
    private final Channel listening;

    /**
     * Opens the port; blocks until it is open.
     *
     * @throws UncheckedIOException when it can't be opened, mostly because somebody else has it
     */
    public ClientListener(
            EventLoops loops,
            InetSocketAddress address,
            SessionServices services,
            Map<EventLoop, LoopCluster> clusters) {
        this.services = services;
        this.clusters = Map.copyOf(clusters);
        ChannelFuture bound = new ServerBootstrap()
                .group(loops.group())
                .channel(loops.listeningChannel())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                // A client may say that it sends nothing more and still wait for answers.
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARKS)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        accept(channel);
                    }
                })
                .bind(address)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new UncheckedIOException(new IOException(
                    "port " + address.getPort() + " can't be opened for clients: "
                            + bound.cause().getMessage(),
                    bound.cause()));
        }
        this.listening = bound.channel();
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) listening.localAddress();
    }

    private void accept(Channel channel) {
        SessionRegistry registry = services.registry();
        if (!registry.tryEnter()) {
            channel.writeAndFlush(ClientReplies.tooManyConnections(channel.alloc()))
                    .addListener(ChannelFutureListener.CLOSE);
            return;
        }
        LoopCluster cluster = clusters.get(channel.eventLoop());
        if (cluster == null) {
            throw new IllegalStateException("a client was accepted on an event loop that has no pools");
        }
        channel.pipeline().addLast(new ClientHandler(new ClientSession(registry.nextId(), channel, services, cluster)));
    }

    /** Takes no more clients and ends those there are, running statements after a few seconds at most. */
    @Override
    public void close() {
        listening.close().awaitUninterruptibly();
        services.registry().all().forEach(ClientSession::endAfterCommand);
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(DRAIN_MILLIS);
        while (services.registry().size() > 0 && System.nanoTime() - deadline < 0) {
            try {
                Thread.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        services.registry().all().forEach(ClientSession::end);
    }
}
