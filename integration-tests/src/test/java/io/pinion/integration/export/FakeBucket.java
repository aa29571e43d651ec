package io.pinion.integration.export;

import static java.util.Objects.requireNonNull;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** As much of S3 as an export needs, with its faults: it answers 503, or hangs up in the middle of an object. */
final class FakeBucket implements AutoCloseable {
    private static final String BUCKET = "/exports";
    private static final int UNAVAILABLE = 503;
    private static final int MANY = Integer.MAX_VALUE / 2;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, byte[]> objects = new ConcurrentSkipListMap<>();
    private final Map<String, Upload> uploads = new ConcurrentHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();
    private final AtomicInteger unavailable = new AtomicInteger();
    private final AtomicInteger cut = new AtomicInteger();
    private volatile boolean keeps;

    /** One for each request that writes. */
    private final Semaphore permits = new Semaphore(MANY);

    private record Upload(String key, Map<Integer, byte[]> parts) {}

    FakeBucket() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    String endpoint() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** The next requests that write are answered by 503. */
    void refuse(int requests) {
        unavailable.set(requests);
    }

    /** Whether no object may be deleted. */
    void keep(boolean all) {
        keeps = all;
    }

    /** The connections of the next requests that write end in the middle of what they send. */
    void cut(int requests) {
        cut.set(requests);
    }

    /** After the next requests that write, others wait for {@link #release}. */
    void holdBehind(int requests) {
        permits.drainPermits();
        permits.release(requests);
    }

    /** Whether requests wait that write. */
    boolean holds() {
        return permits.hasQueuedThreads();
    }

    /** What waits goes on. */
    void release() {
        permits.drainPermits();
        permits.release(MANY);
    }

    /** How many uploads nobody has ended. */
    int unfinished() {
        return uploads.size();
    }

    Map<String, byte[]> objects() {
        return objects;
    }

    /** Makes files of all objects. */
    void copyTo(Path directory) throws IOException {
        for (Map.Entry<String, byte[]> object : objects.entrySet()) {
            Path file = directory.resolve(object.getKey());
            Files.createDirectories(file.getParent());
            Files.write(file, object.getValue());
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            boolean writes = exchange.getRequestMethod().startsWith("P");
            if (writes) {
                permits.acquireUninterruptibly();
            }
            if (writes && taken(unavailable)) {
                exchange.getRequestBody().readAllBytes();
                send(
                        exchange,
                        UNAVAILABLE,
                        "<Error><Code>SlowDown</Code><Message>Reduce your request rate.</Message></Error>");
                return;
            }
            if (writes && taken(cut)) {
                InputStream body = exchange.getRequestBody();
                body.readNBytes(1 + body.available() / 2);
                return;
            }
            byte[] body = exchange.getRequestBody().readAllBytes();
            String path = exchange.getRequestURI().getPath().substring(BUCKET.length());
            act(exchange, path.isEmpty() ? "" : path.substring(1), query(exchange), body);
        }
    }

    private static boolean taken(AtomicInteger faults) {
        return faults.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    }

    private static Map<String, String> query(HttpExchange exchange) {
        Map<String, String> query = new HashMap<>();
        String raw = exchange.getRequestURI().getRawQuery();
        for (String each : raw == null ? new String[0] : raw.split("&")) {
            String[] halves = each.split("=", 2);
            query.put(halves[0], halves.length < 2 ? "" : URLDecoder.decode(halves[1], StandardCharsets.UTF_8));
        }
        return query;
    }

    private void act(HttpExchange exchange, String key, Map<String, String> query, byte[] body) throws IOException {
        switch (exchange.getRequestMethod()) {
            case "GET" -> {
                if (query.containsKey("uploads")) {
                    send(exchange, 200, uploads(query.getOrDefault("prefix", "")));
                } else if (key.isEmpty()) {
                    send(exchange, 200, list(query.getOrDefault("prefix", "")));
                } else {
                    sendObject(exchange, key);
                }
            }
            case "HEAD" -> sendHead(exchange, key);
            case "PUT" -> {
                exchange.getResponseHeaders().set("ETag", "\"" + Arrays.hashCode(body) + "\"");
                if (query.containsKey("uploadId")) {
                    upload(query).parts().put(Integer.valueOf(query.get("partNumber")), body);
                } else {
                    objects.put(key, body);
                }
                send(exchange, 200, "");
            }
            case "POST" -> post(exchange, key, query);
            default -> delete(exchange, key, query);
        }
    }

    private void delete(HttpExchange exchange, String key, Map<String, String> query) throws IOException {
        if (query.containsKey("uploadId")) {
            uploads.remove(query.get("uploadId"));
        } else if (keeps && objects.containsKey(key)) {
            send(
                    exchange,
                    403,
                    "<Error><Code>AccessDenied</Code><Message>Access Denied (AccessDenied)</Message></Error>");
            return;
        } else {
            objects.remove(key);
        }
        send(exchange, 204, "");
    }

    private void post(HttpExchange exchange, String key, Map<String, String> query) throws IOException {
        if (query.containsKey("uploads")) {
            String id = String.valueOf(numbers.incrementAndGet());
            uploads.put(id, new Upload(key, new TreeMap<>()));
            send(
                    exchange,
                    200,
                    "<InitiateMultipartUploadResult><UploadId>" + id + "</UploadId></InitiateMultipartUploadResult>");
        } else {
            Upload done = upload(query);
            uploads.values().remove(done);
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            for (byte[] part : done.parts().values()) {
                whole.write(part);
            }
            objects.put(done.key(), whole.toByteArray());
            send(exchange, 200, "<CompleteMultipartUploadResult><ETag>x</ETag></CompleteMultipartUploadResult>");
        }
    }

    private Upload upload(Map<String, String> query) {
        return requireNonNull(uploads.get(query.getOrDefault("uploadId", "")));
    }

    private String list(String prefix) {
        return objects.keySet().stream()
                .filter(key -> key.startsWith(prefix))
                .map(key -> "<Contents><Key>" + key + "</Key></Contents>")
                .collect(Collectors.joining(
                        "", "<ListBucketResult><IsTruncated>false</IsTruncated>", "</ListBucketResult>"));
    }

    private String uploads(String prefix) {
        return uploads.entrySet().stream()
                .filter(upload -> upload.getValue().key().startsWith(prefix))
                .map(upload -> "<Upload><Key>" + upload.getValue().key() + "</Key><UploadId>" + upload.getKey()
                        + "</UploadId></Upload>")
                .collect(Collectors.joining(
                        "",
                        "<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>",
                        "</ListMultipartUploadsResult>"));
    }

    private void sendObject(HttpExchange exchange, String key) throws IOException {
        byte[] found = objects.get(key);
        if (found == null) {
            send(exchange, 404, "<Error><Code>NoSuchKey</Code></Error>");
        } else {
            exchange.sendResponseHeaders(200, found.length);
            exchange.getResponseBody().write(found);
        }
    }

    private void sendHead(HttpExchange exchange, String key) throws IOException {
        byte[] found = objects.get(key);
        if (found != null) {
            exchange.getResponseHeaders().set("Content-Length", String.valueOf(found.length));
        }
        exchange.sendResponseHeaders(found == null ? 404 : 200, -1);
    }

    private static void send(HttpExchange exchange, int status, String xml) throws IOException {
        byte[] bytes = xml.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        release();
        server.stop(0);
        threads.shutdown();
    }
}
