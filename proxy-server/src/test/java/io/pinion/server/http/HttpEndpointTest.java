package io.pinion.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.LeakWatch;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeakWatch.class)
class HttpEndpointTest {
    private final List<String> missing = new CopyOnWriteArrayList<>();
    private final List<String> unwell = new CopyOnWriteArrayList<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private volatile CountDownLatch slowly = new CountDownLatch(0);
    private HttpEndpoint endpoint;

    @BeforeEach
    void open() throws IOException {
        endpoint = new HttpEndpoint(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), this::metrics, () -> missing, () -> unwell);
    }

    private String metrics() {
        try {
            slowly.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return "pinion_sessions 3.0\n";
    }

    @AfterEach
    void close() {
        endpoint.close();
        client.close();
    }

    @Test
    void servesMetricsAsPrometheusText() throws Exception {
        HttpResponse<String> response = send("GET", "/metrics");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("text/plain; version=0.0.4; charset=utf-8");
        assertThat(response.body()).isEqualTo("pinion_sessions 3.0\n");
    }

    @Test
    void isReadyWhenNothingIsMissing() throws Exception {
        assertThat(send("GET", "/health/ready").statusCode()).isEqualTo(200);
    }

    @Test
    void saysWhyItIsNotReady() throws Exception {
        missing.add("no topology yet");
        missing.add("the listener is not open");

        HttpResponse<String> response = send("GET", "/health/ready");

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body()).isEqualTo("not ready\nno topology yet\nthe listener is not open\n");
    }

    @Test
    void isReadyThoughAPairIsUnwell() throws Exception {
        assertThat(send("GET", "/health/pairs").body()).isEqualTo("well\n");
        unwell.add("pair MySQL001: server MySQL001B is down: error 2003");

        HttpResponse<String> response = send("GET", "/health/pairs");

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body()).isEqualTo("needs care\npair MySQL001: server MySQL001B is down: error 2003\n");
        assertThat(send("GET", "/health/ready").statusCode()).isEqualTo(200);
    }

    @Test
    void isAliveEvenWhenNotReady() throws Exception {
        missing.add("no topology yet");

        assertThat(send("GET", "/health/live").statusCode()).isEqualTo(200);
    }

    @Test
    void answersHeadWithoutABody() throws Exception {
        HttpResponse<String> response = send("HEAD", "/health/live");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEmpty();
    }

    @Test
    void refusesToBeWrittenTo() throws Exception {
        assertThat(send("POST", "/metrics").statusCode()).isEqualTo(405);
    }

    @Test
    void doesNotKnowOtherPages() throws Exception {
        assertThat(send("GET", "/health/ready/now").statusCode()).isEqualTo(404);
        assertThat(send("GET", "/admin").statusCode()).isEqualTo(404);
    }

    @Test
    void theIndexNamesThePages() throws Exception {
        assertThat(send("GET", "/").body()).contains("/metrics", "/health/live", "/health/ready");
    }

    @Test
    void answersWhileManyClientsHaveSentHalfARequest() throws Exception {
        List<Socket> halves = new ArrayList<>();
        try {
            for (int i = 0; i < 3 * HttpConnections.MAX; i++) {
                Socket half = new Socket(InetAddress.getLoopbackAddress(), endpoint.port());
                halves.add(half);
                half.getOutputStream().write("GET /health/live HT".getBytes(StandardCharsets.US_ASCII));
            }

            for (String path : List.of("/health/live", "/health/ready", "/health/pairs", "/metrics")) {
                assertThat(send("GET", path).statusCode()).isEqualTo(200);
            }
            assertThat(answer(halves.getLast(), "TP/1.1\r\nConnection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 200 OK\r\n")
                    .endsWith("live\n");
        } finally {
            for (Socket half : halves) {
                half.close();
            }
        }
    }

    @Test
    void healthAnswersWhilePagesTakeLong() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        slowly = end;
        List<CompletableFuture<HttpResponse<String>>> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 50; i++) {
                slow.add(client.sendAsync(request("GET", "/metrics"), HttpResponse.BodyHandlers.ofString()));
            }
            Conditions.await(
                    () -> slow.stream().filter(CompletableFuture::isDone).count() == 16);

            assertThat(send("GET", "/health/live").statusCode()).isEqualTo(200);
            assertThat(send("GET", "/health/ready").statusCode()).isEqualTo(200);
        } finally {
            end.countDown();
        }
        assertThat(slow.stream().map(one -> one.join().statusCode()))
                .containsOnly(200, 429)
                .filteredOn(status -> status == 200)
                .hasSize(34);
    }

    @Test
    void oneConnectionServesManyRequestsAlsoSentAhead() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), endpoint.port())) {
            String request = "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n";
            String last = "GET /health/live?now HTTP/1.1\r\nConnection: close\r\n\r\n";

            assertThat(answer(socket, request.repeat(20) + last)).satisfies(text -> {
                assertThat(text.split("HTTP/1.1 200 OK", -1)).hasSize(22);
                assertThat(text).endsWith("live\n");
            });
        }
    }

    @Test
    void refusesWhatIsNoRequestOrTooLarge() throws Exception {
        assertThat(answer("\u0001\u0002\u0003\r\n\r\n")).startsWith("HTTP/1.1 400 ");
        assertThat(answer("GET /" + "x".repeat(3_000) + " HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 414 ");
        assertThat(answer("GET / HTTP/1.1\r\na: " + "x".repeat(9_000) + "\r\n\r\n"))
                .startsWith("HTTP/1.1 431 ");
        assertThat(answer("POST / HTTP/1.1\r\nContent-Length: 9000\r\n\r\n" + "x".repeat(9_000)))
                .startsWith("HTTP/1.1 413 ");
    }

    private String answer(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), endpoint.port())) {
            return answer(socket, request);
        }
    }

    /** All that the server sends until it closes the connection. */
    private static String answer(Socket socket, String request) throws IOException {
        socket.setSoTimeout(20_000);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private HttpResponse<String> send(String method, String path) throws IOException, InterruptedException {
        return client.send(request(method, path), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest request(String method, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + endpoint.port() + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .timeout(Duration.ofSeconds(10))
                .build();
    }
}
