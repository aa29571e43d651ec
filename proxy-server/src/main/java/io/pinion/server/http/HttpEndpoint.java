package io.pinion.server.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.pinion.server.http.Page.Maker;
import io.pinion.server.observe.LogKeys;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP server for {@code /metrics} and the pages under {@code /health}. Starts in the constructor, stops in close.
 */
public final class HttpEndpoint implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpEndpoint.class);
    private static final int THREADS = 2;
    private static final int WAITING_REQUESTS = 32;
    private static final int BACKLOG = 128;
    private static final int CLOSE_SECONDS = 2;
    private static final String INDEX = """
            Pinion

            /metrics        for Prometheus
            /health/live    200 while the process works
            /health/ready   200 while clients can be served, else 503 and why
            /health/pairs   200 while all servers of all pairs are as they should be, else 503 and what isn't
            """;

    private final MultiThreadIoEventLoopGroup loop = new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("pinion-http", true), NioIoHandler.newFactory());
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            THREADS,
            THREADS,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING_REQUESTS),
            new DefaultThreadFactory("pinion-http-pages", true));
    private final HttpConnections connections = new HttpConnections();
    private final Map<String, Maker> pages;
    private final Channel listening;

    /**
     * @param address port 0 takes any free one
     * @param metrics the text of the metrics page; called on a thread of this server
     * @param readiness why clients can't be served now, a line each; read from memory on this server's event loop
     * @param pairs problems of servers, with which this proxy may still serve the other servers
     * @throws IOException when the address can't be bound
     */
    public HttpEndpoint(
            InetSocketAddress address,
            Supplier<String> metrics,
            Supplier<List<String>> readiness,
            Supplier<List<String>> pairs)
            throws IOException {
        pages = Map.of(
                "/metrics", new Maker(() -> Page.metrics(metrics.get()), true),
                "/health/live", new Maker(() -> Page.text("live\n"), false),
                "/health/ready", new Maker(() -> Page.of(readiness, "ready", "not ready"), false),
                "/health/pairs", new Maker(() -> Page.of(pairs, "well", "needs care"), true),
                "/", new Maker(() -> Page.text(INDEX), false));
        listening = bind(address);
        LOG.atInfo()
                .addKeyValue(LogKeys.LISTENER, address().getAddress().getHostAddress() + ":" + port())
                .log("http endpoint open");
    }

    private Channel bind(InetSocketAddress address) throws IOException {
        ChannelFuture bound = new ServerBootstrap()
                .group(loop)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                // A client may shut down its output and still read the answer.
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        HttpConnection.begin(channel, connections, HttpEndpoint.this::page, threads);
                    }
                })
                .bind(address)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            stopThreads();
            throw bound.cause() instanceof IOException failed ? failed : new IOException(bound.cause());
        }
        return bound.channel();
    }

    private Maker page(String path) {
        return pages.getOrDefault(path, new Maker(() -> Page.text(404, "not found\n" + INDEX), false));
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) listening.localAddress();
    }

    public int port() {
        return address().getPort();
    }

    /** Waits for two seconds at most until the connections are closed, and for two until the threads have ended. */
    @Override
    public void close() {
        listening.close().awaitUninterruptibly();
        // The end of the loop doesn't wait for connections, whose end releases half a request that was read.
        loop.submit(connections::closeAll).awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
        stopThreads();
    }

    private void stopThreads() {
        threads.shutdownNow();
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    }
}
