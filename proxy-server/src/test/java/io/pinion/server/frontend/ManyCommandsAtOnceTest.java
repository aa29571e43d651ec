package io.pinion.server.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.TestPlanner;
import io.pinion.server.testing.TestProxy;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A client that sends very many commands without waiting for answers shares its event loop with others. */
@ExtendWith(LeakWatch.class)
class ManyCommandsAtOnceTest {
    private static final int COMMANDS = 2_000;

    /** By then the rest of the burst has been read. */
    private static final String IN_BETWEEN = "LOCAL 100";

    private final List<String> planned = new CopyOnWriteArrayList<>();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch bothHaveSent = new CountDownLatch(1);
    private final ScriptedServer server = new ScriptedServer();
    private final TestProxy proxy =
            TestProxy.inFrontOf(server).loops(1).planner(NotingPlanner::new).start();

    /** Holds the loop in the middle of the burst until the other client has sent. */
    private final class NotingPlanner extends TestPlanner {
        @Override
        public RoutePlan plan(Catalog catalog, SessionView session, byte[] sql) {
            String text = new String(sql, StandardCharsets.UTF_8);
            planned.add(text);
            if (text.equals(IN_BETWEEN)) {
                begun.countDown();
                try {
                    bothHaveSent.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            return super.plan(catalog, session, sql);
        }
    }

    @AfterEach
    void stop() {
        bothHaveSent.countDown();
        proxy.close();
        server.close();
    }

    @Test
    void anotherClientIsServedInBetween() throws Exception {
        try (RawClient many = RawClient.loggedIn(proxy);
                RawClient other = RawClient.loggedIn(proxy)) {
            ByteArrayOutputStream burst = new ByteArrayOutputStream();
            for (int i = 0; i < COMMANDS; i++) {
                burst.writeBytes(query("LOCAL " + i));
            }
            many.sendRaw(burst.toByteArray());
            begun.await();
            other.sendQuery("LOCAL other");
            bothHaveSent.countDown();

            assertThat(other.readAnswer().errorCode()).isZero();
            for (int i = 0; i < COMMANDS; i++) {
                assertThat(many.readAnswer().errorCode()).isZero();
            }
            assertThat(planned).hasSize(COMMANDS + 1);
            assertThat(planned.indexOf("LOCAL other")).isLessThan(COMMANDS / 8);
        }
    }

    private static byte[] query(String sql) {
        byte[] text = sql.getBytes(StandardCharsets.US_ASCII);
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.write(text.length + 1);
        packet.writeBytes(new byte[] {0, 0, 0, 3});
        packet.writeBytes(text);
        return packet.toByteArray();
    }
}
