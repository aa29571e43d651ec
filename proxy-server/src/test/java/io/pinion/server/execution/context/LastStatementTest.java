package io.pinion.server.execution.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.TestPlanner;
import io.pinion.server.testing.TestProxy;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whether a server or Pinion answers a question about the statement before. */
@ExtendWith(LeakWatch.class)
class LastStatementTest {
    /** The row count that each statement could ask for; empty where the server has to be asked. */
    private final List<OptionalLong> rowCounts = new ArrayList<>();

    private final ScriptedServer server = new ScriptedServer();
    private final TestProxy proxy =
            TestProxy.inFrontOf(server).maxConnections(1).planner(Spy::new).start();
    private final RawClient client = RawClient.loggedIn(proxy);

    private final class Spy extends TestPlanner {
        @Override
        public RoutePlan plan(Catalog catalog, SessionView session, byte[] sql) {
            rowCounts.add(session.previous().get().rowCount());
            return super.plan(catalog, session, sql);
        }
    }

    @AfterEach
    void stop() {
        client.close();
        proxy.close();
        server.close();
    }

    @Test
    void theConnectionAnswersWhatTheSessionAsksInTheSameDatabase() {
        client.query("USE db1");
        client.query("IN db1 READ");
        client.query("SET sql_big_selects=1");
        client.query("READ");

        assertThat(rowCounts.getLast()).isEmpty();
    }

    @Test
    void pinionAnswersWhenASetRanInAnotherSessionsDatabase() {
        client.query("USE db1");
        try (RawClient other = RawClient.loggedIn(proxy)) {
            other.query("IN db2 READ");
        }
        client.query("SET sql_big_selects=1");
        client.query("READ");

        assertThat(rowCounts.getLast()).hasValue(0);
    }
}
