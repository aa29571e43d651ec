package io.pinion.server.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.text.Parameters;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.TestPlanner;
import io.pinion.server.testing.TestProxy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Which thread plans a text: an event loop has others to serve, too. */
@ExtendWith(LeakWatch.class)
class PlanningPlaceTest {
    private static final String DEEP = "SELECT " + "(".repeat(50) + "1" + ")".repeat(50);
    private static final String SIDE_BY_SIDE = "SELECT " + "(1),".repeat(50) + "QUICK";
    private static final String PLANNING = "pinion-planning-";
    private static final int QUERY = 0x03;
    private static final int PREPARE = 0x16;

    private final Map<String, String> threads = new ConcurrentHashMap<>();
    private final ScriptedServer server = new ScriptedServer().on("SELECT", ScriptedServer.Reply::ok);
    private final TestProxy proxy =
            TestProxy.inFrontOf(server).planner(Recording::new).start();

    @AfterEach
    void stop() {
        proxy.close();
        server.close();
    }

    @Test
    void deepTextsArePlannedByThreadsOfThePool() {
        try (RawClient client = RawClient.loggedIn(proxy)) {
            assertThat(client.query(DEEP).error()).isEmpty();
            assertThat(client.query(SIDE_BY_SIDE).error()).isEmpty();
            assertThat(client.query("SELECT (1)").error()).isEmpty();
        }

        assertThat(threads.get(DEEP)).startsWith(PLANNING);
        assertThat(threads.get(SIDE_BY_SIDE)).doesNotStartWith(PLANNING);
        assertThat(threads.get("SELECT (1)")).doesNotStartWith(PLANNING);
    }

    /** Whatever the command: a text to prepare once kept a loop for minutes. */
    @Test
    void longTextsToPrepareAreToo() {
        String longText = "REFUSED QUICK " + "password,".repeat(20_000);
        String deep = "REFUSED " + DEEP;
        try (RawClient client = RawClient.loggedIn(proxy)) {
            for (String sql : List.of(longText, deep)) {
                for (int command : List.of(QUERY, PREPARE)) {
                    threads.clear();
                    assertThat(client.command(command, sql).errorCode()).isEqualTo(1105);
                    assertThat(threads.get(sql)).as("command %d", command).startsWith(PLANNING);
                }
            }
        }
    }

    private final class Recording extends TestPlanner {
        @Override
        public boolean isQuick(Catalog catalog, SessionView session, byte[] sql, Parameters parameters) {
            return new String(sql, StandardCharsets.UTF_8).contains("QUICK");
        }

        @Override
        public RoutePlan plan(Catalog catalog, SessionView session, byte[] sql) {
            threads.put(
                    new String(sql, StandardCharsets.UTF_8),
                    Thread.currentThread().getName());
            return super.plan(catalog, session, sql);
        }
    }
}
