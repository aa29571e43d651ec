package io.pinion.server.frontend;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.unix.UnixChannelOption;
import io.netty.handler.codec.haproxy.HAProxyMessageDecoder;
import io.pinion.server.eventloop.EventLoops;
import io.pinion.server.eventloop.LoopWatch;
import io.pinion.server.execution.context.LoopCluster;
import io.pinion.server.frontend.command.ClientReplies;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Accepts clients and gives each a session on one event loop. */
public final class ClientListener implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ClientListener.class);
    private static final WriteBufferWaterMark WATER_MARKS = new WriteBufferWaterMark(64 * 1024, 256 * 1024);
    private static final int BACKLOG = 1024;
    private static final Duration LAST_STATEMENTS = Duration.ofSeconds(5);
    private static final long POLL_MILLIS = 10;

    private final ListeningPlaces places;
    private final SessionServices services;
    private final Map<EventLoop, LoopCluster> clusters;
    private final LoopWatch watch;
    private final Channel port;
    private final @Nullable Channel socketFile;

    /**
     * Opens the port, and the unix socket if there is one; blocks until they are open.
     *
     * @throws UncheckedIOException when one can't be opened, mostly because another process listens there
     */
    public ClientListener(
            EventLoops loops, ListeningPlaces places, SessionServices services, Map<EventLoop, LoopCluster> clusters) {
        this.places = places;
        this.services = services;
        this.clusters = Map.copyOf(clusters);
        this.watch = loops.watch();
        ServerBootstrap ofPort = bootstrap(loops)
                .channel(loops.listeningChannel())
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true);
        if (places.shared()) {
            share(ofPort, loops);
        }
        this.port =
                bind(ofPort, places.address(), "port " + places.address().getPort() + " can't be opened for clients: ");
        try {
            this.socketFile = places.socketFile().isPresent()
                    ? openSocketFile(loops, places.socketFile().get())
                    : null;
        } catch (RuntimeException e) {
            port.close().awaitUninterruptibly();
            throw e;
        }
    }

    private static void share(ServerBootstrap ofPort, EventLoops loops) {
        if (!loops.sharesPorts()) {
            throw new UncheckedIOException(new IOException("listener.reuse_port needs the transport epoll, and this is "
                    + loops.transport().name().toLowerCase(Locale.ROOT)
                    + ": set event_loops.transport to epoll (on Linux), or leave listener.reuse_port out"));
        }
        ofPort.option(UnixChannelOption.SO_REUSEPORT, true);
    }

    private ServerBootstrap bootstrap(EventLoops loops) {
        return new ServerBootstrap()
                .group(loops.acceptor(), loops.group())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                // A client may shut down its output and still read answers.
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARKS)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        accept(channel);
                    }
                });
    }

    private static Channel bind(ServerBootstrap bootstrap, SocketAddress address, String whenItFails) {
        ChannelFuture bound = bootstrap.bind(address).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new UncheckedIOException(
                    new IOException(whenItFails + bound.cause().getMessage(), bound.cause()));
        }
        return bound.channel();
    }

    private Channel openSocketFile(EventLoops loops, SocketFile file) {
        String whenItFails = "the unix socket " + file.path() + " can't be opened: ";
        try {
            file.makeFree();
            Channel opened = bind(
                    bootstrap(loops).channel(loops.localListeningChannel()),
                    loops.localAddress(file.path()),
                    whenItFails);
            file.permit();
            return opened;
        } catch (IOException e) {
            throw new UncheckedIOException(new IOException(whenItFails + e.getMessage(), e));
        }
    }

    /** The address of the port. */
    public InetSocketAddress address() {
        return (InetSocketAddress) port.localAddress();
    }

    private void accept(Channel channel) {
        SessionRegistry registry = services.registry();
        if (registry.isDraining()) {
            channel.writeAndFlush(ClientReplies.shuttingDown(channel.alloc())).addListener(ChannelFutureListener.CLOSE);
            return;
        }
        if (!registry.tryEnter(channel)) {
            channel.writeAndFlush(ClientReplies.tooManyConnections(channel.alloc()))
                    .addListener(ChannelFutureListener.CLOSE);
            return;
        }
        LoopCluster cluster = clusters.get(channel.eventLoop());
        if (cluster == null) {
            throw new IllegalStateException("a client was accepted on an event loop that has no pools");
        }
        boolean proxied = channel.remoteAddress() instanceof InetSocketAddress from
                && from.getAddress() != null
                && places.balancers().contain(from.getAddress());
        if (proxied) {
            channel.pipeline().addLast(new HAProxyMessageDecoder(), new ProxyHeaderHandler());
        }
        ClientSession session =
                new ClientSession(registry.nextId(), channel, services, cluster, watch.of(channel.eventLoop()));
        channel.pipeline().addLast(new ClientHandler(session, proxied));
    }

    /**
     * Stops accepting clients, and ends each session as soon as it has no running statement and no open transaction.
     * After the timeout, ends the others; {@link #close} waits for their end. Blocks, so not for an event loop.
     *
     * @param timeout the time that sessions may still take
     * @param hurried polled; true ends the wait
     */
    public void drain(Duration timeout, BooleanSupplier hurried) {
        services.registry().drain();
        port.close().awaitUninterruptibly();
        closeSocketFile();
        services.registry().all().forEach(ClientSession::leave);
        awaitEnd(timeout, hurried);
        services.registry().all().forEach(ClientSession::expel);
    }

    private void awaitEnd(Duration timeout, BooleanSupplier hurried) {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (services.registry().size() > 0 && System.nanoTime() - deadline < 0 && !hurried.getAsBoolean()) {
            try {
                Thread.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            }
        }
    }

    /** Stops accepting clients and ends all sessions, those with running statements after a few seconds at most. */
    @Override
    public void close() {
        port.close().awaitUninterruptibly();
        closeSocketFile();
        services.registry().all().forEach(ClientSession::endAfterCommand);
        awaitEnd(LAST_STATEMENTS, () -> false);
        services.registry().all().forEach(ClientSession::end);
    }

    private void closeSocketFile() {
        Channel open = socketFile;
        if (open == null || !open.isOpen()) {
            return;
        }
        open.close().awaitUninterruptibly();
        try {
            places.socketFile().orElseThrow().remove();
        } catch (IOException e) {
            log.atWarn().setCause(e).log("The unix socket can't be removed; the next start replaces it");
        }
    }
}
