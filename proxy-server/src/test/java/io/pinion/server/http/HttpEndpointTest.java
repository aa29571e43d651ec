package io.pinion.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpEndpointTest {
    private final List<String> missing = new CopyOnWriteArrayList<>();
    private final List<String> unwell = new CopyOnWriteArrayList<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private HttpEndpoint endpoint;

    @BeforeEach
    void open() throws IOException {
        endpoint = new HttpEndpoint(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                () -> "pinion_sessions 3.0\n",
                () -> missing,
                () -> unwell);
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

    private HttpResponse<String> send(String method, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + endpoint.port() + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .timeout(Duration.ofSeconds(10))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
