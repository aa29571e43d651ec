package io.pinion.server.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import io.pinion.server.eventloop.LoopWatch;
import io.pinion.server.http.HttpEndpoint;
import io.pinion.server.observe.LogKeys;
import io.pinion.server.observe.Metrics;
import io.pinion.server.observe.Metrics.LoopDelay;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.TestPlanner;
import io.pinion.server.testing.TestProxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** One statement keeps an event loop for itself. */
@ExtendWith(LeakWatch.class)
class LateLoopTest {
    private static final int LOOPS = 3;

    private final CountDownLatch end = new CountDownLatch(1);
    private final ScriptedServer server = new ScriptedServer();
    private final TestProxy proxy =
            TestProxy.inFrontOf(server).loops(LOOPS).planner(StuckPlanner::new).start();
    private final LoopWatch watch = proxy.server().loopWatch();
    private final Metrics metrics = new Metrics();
    private final Lines lines = new Lines();
    private final Logger logger = (Logger) org.slf4j.LoggerFactory.getLogger(LoopWatch.class);

    /** Works on {@code STUCK …} until the test ends it. */
    private final class StuckPlanner extends TestPlanner {
        @Override
        public RoutePlan plan(Catalog catalog, SessionView session, byte[] sql) {
            if (new String(sql, StandardCharsets.UTF_8).startsWith("STUCK")) {
                try {
                    end.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return super.plan(catalog, session, "LOCAL".getBytes(StandardCharsets.UTF_8));
            }
            return super.plan(catalog, session, sql);
        }
    }

    private static final class Lines extends AppenderBase<ILoggingEvent> {
        final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();

        @Override
        protected void append(ILoggingEvent event) {
            events.add(event);
        }
    }

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
        logger.setAdditive(false);
        metrics.watchLoops(() -> watch.loops().stream()
                .map(loop -> new LoopDelay(loop.number(), loop.longestNanos() / 1e9))
                .toList());
    }

    @AfterEach
    void stop() {
        end.countDown();
        logger.detachAppender(lines);
        logger.setAdditive(true);
        proxy.close();
        server.close();
        metrics.close();
    }

    @Test
    void healthMetricsAndLogNameIt() throws Exception {
        try (HttpEndpoint http = endpoint();
                HttpClient client = HttpClient.newHttpClient();
                RawClient stuck = RawClient.loggedIn(proxy)) {
            Conditions.await(() -> ready(client, http).equals("ready\n"));

            stuck.sendQuery("STUCK pins WHERE name = 'secret' AND id = 7");

            ILoggingEvent line = lineOfTheStatement();
            assertThat(value(line, LogKeys.SHAPE)).isEqualTo("STUCK pins WHERE name = ? AND id = ?");
            int loop = (int) value(line, LogKeys.LOOP);
            assertThat(ready(client, http)).startsWith("not ready\n").contains("event loop " + loop + " is late");
            assertThat(stalls().get(loop)).isGreaterThanOrEqualTo(1);

            end.countDown();
            assertThat(stuck.readAnswer().errorCode()).isZero();
            Conditions.await(() -> ready(client, http).equals("ready\n"));
            assertThat(stalls().get(loop)).isGreaterThanOrEqualTo(1);
        }
    }

    @Test
    void newClientsAreServedByTheOthers() {
        try (RawClient stuck = RawClient.loggedIn(proxy)) {
            stuck.sendQuery("STUCK");
            Conditions.await(() -> !watch.late().isEmpty());

            for (int i = 0; i < 4 * LOOPS; i++) {
                RawClient.loggedIn(proxy).close();
            }
            end.countDown();
            assertThat(stuck.readAnswer().errorCode()).isZero();
        }
    }

    private HttpEndpoint endpoint() throws Exception {
        return new HttpEndpoint(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), metrics::scrape, watch::late, List::of);
    }

    private static String ready(HttpClient client, HttpEndpoint http) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + http.port() + "/health/ready"))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    /** On a busy machine other loops may be late as well. */
    private ILoggingEvent lineOfTheStatement() {
        Conditions.await(() -> lines.events.stream().anyMatch(LateLoopTest::isOfTheStatement));
        return lines.events.stream()
                .filter(LateLoopTest::isOfTheStatement)
                .findFirst()
                .orElseThrow();
    }

    private static boolean isOfTheStatement(ILoggingEvent line) {
        return line.getKeyValuePairs().stream()
                .anyMatch(pair -> pair.key.equals(LogKeys.CALL)
                        && String.valueOf(pair.value).contains("StuckPlanner.plan"));
    }

    private static Object value(ILoggingEvent line, String key) {
        return line.getKeyValuePairs().stream()
                .filter(pair -> pair.key.equals(key))
                .findFirst()
                .orElseThrow()
                .value;
    }

    /** By the number of the loop. */
    private Map<Integer, Double> stalls() {
        String name = "pinion_loop_stall_seconds{loop=\"";
        return metrics.scrape()
                .lines()
                .filter(line -> line.startsWith(name))
                .collect(Collectors.toMap(
                        line -> Integer.parseInt(line.substring(name.length(), line.indexOf('"', name.length()))),
                        line -> Double.parseDouble(line.substring(line.indexOf('}') + 1)),
                        (one, other) -> other,
                        ConcurrentHashMap::new));
    }
}
