package io.pinion.server.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.pinion.server.observe.LogKeys;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
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
    private static final int BACKLOG = 32;
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String PROMETHEUS_TEXT = "text/plain; version=0.0.4; charset=utf-8";
    private static final String INDEX = """
            Pinion

            /metrics        for Prometheus
            /health/live    200 while the process works
            /health/ready   200 while clients can be served, else 503 and why
            /health/pairs   200 while all servers of all pairs are as they should be, else 503 and what isn't
            """;

    /** The answer of a page. */
    private record Page(int status, String contentType, String text) {}

    private final HttpServer server;
    private final ThreadPoolExecutor threads;

    /**
     * @param address port 0 takes any free one
     * @param metrics the text of the metrics page; called on a thread of this server
     * @param pairs problems of servers, with which this proxy may still serve the other servers
     * @throws IOException when the address can't be bound
     */
    public HttpEndpoint(
            InetSocketAddress address, Supplier<String> metrics, ReadinessCheck readiness, ReadinessCheck pairs)
            throws IOException {
        boundTimes();
        server = HttpServer.create(address, BACKLOG);
        threads = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(WAITING_REQUESTS),
                runnable -> daemon(runnable));
        server.setExecutor(threads);
        serve("/metrics", () -> new Page(200, PROMETHEUS_TEXT, metrics.get()));
        serve("/health/live", () -> new Page(200, TEXT, "live\n"));
        serve("/health/ready", () -> ready(readiness, "ready", "not ready"));
        serve("/health/pairs", () -> ready(pairs, "well", "needs care"));
        serve("/", () -> new Page(200, TEXT, INDEX));
        server.start();
        LOG.atInfo()
                .addKeyValue(LogKeys.LISTENER, address().getAddress().getHostAddress() + ":" + port())
                .log("http endpoint open");
    }

    /** The JDK's server limits the time of a request only by these properties, and reads them once. */
    private static void boundTimes() {
        setUnlessSet("sun.net.httpserver.maxReqTime", "10");
        setUnlessSet("sun.net.httpserver.maxRspTime", "30");
        setUnlessSet("sun.net.httpserver.idleInterval", "30");
        setUnlessSet("jdk.httpserver.maxConnections", "64");
    }

    private static void setUnlessSet(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    private static Thread daemon(Runnable runnable) {
        Thread thread = new Thread(runnable, "pinion-http");
        thread.setDaemon(true);
        return thread;
    }

    private static Page ready(ReadinessCheck readiness, String yes, String no) {
        List<String> missing = readiness.missing();
        return missing.isEmpty()
                ? new Page(200, TEXT, yes + "\n")
                : new Page(503, TEXT, no + "\n" + String.join("\n", missing) + "\n");
    }

    public InetSocketAddress address() {
        return server.getAddress();
    }

    public int port() {
        return address().getPort();
    }

    private void serve(String path, Supplier<Page> page) {
        server.createContext(path, exchange -> {
            try (exchange) {
                answer(exchange, path, page);
            } catch (RuntimeException e) {
                LOG.atWarn().addKeyValue(LogKeys.REASON, path).setCause(e).log("http request failed");
            }
        });
    }

    private static void answer(HttpExchange exchange, String path, Supplier<Page> page) throws IOException {
        // The JDK's contexts match every path below theirs too.
        if (!exchange.getRequestURI().getPath().equals(path)) {
            send(exchange, new Page(404, TEXT, "not found\n" + INDEX));
            return;
        }
        switch (exchange.getRequestMethod()) {
            case "GET", "HEAD" -> send(exchange, pageOrFailure(page));
            default -> {
                exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                send(exchange, new Page(405, TEXT, "only GET and HEAD\n"));
            }
        }
    }

    private static Page pageOrFailure(Supplier<Page> page) {
        try {
            return page.get();
        } catch (RuntimeException e) {
            LOG.atWarn().setCause(e).log("http page failed");
            return new Page(500, TEXT, "failed; the log says why\n");
        }
    }

    private static void send(HttpExchange exchange, Page page) throws IOException {
        byte[] body = page.text().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", page.contentType());
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().set("Content-Length", Integer.toString(body.length));
            exchange.sendResponseHeaders(page.status(), -1);
            return;
        }
        exchange.sendResponseHeaders(page.status(), body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
