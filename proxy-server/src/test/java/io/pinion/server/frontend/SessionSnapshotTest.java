package io.pinion.server.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.server.observe.SessionSnapshot;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.TestProxy;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeakWatch.class)
class SessionSnapshotTest {
    /** Lists of sessions are made on event loops. */
    @Test
    void aListOfSessionsHasTheBeginningOfALongText() {
        CountDownLatch end = new CountDownLatch(1);
        try (ScriptedServer server = new ScriptedServer();
                TestProxy proxy = TestProxy.inFrontOf(server).start();
                RawClient client = RawClient.loggedIn(proxy)) {
            server.on("WAIT", reply -> reply.waitFor(end));
            client.sendQuery("WAIT " + "x".repeat(1_000_000));

            Conditions.await(() -> statementsOf(proxy).stream().anyMatch(text -> text.startsWith("WAIT")));
            assertThat(statementsOf(proxy)).allMatch(text -> text.length() <= 4096);
            end.countDown();
        }
    }

    private static List<String> statementsOf(TestProxy proxy) {
        return proxy.server().sessions().snapshots().toCompletableFuture().join().stream()
                .map(SessionSnapshot::statement)
                .toList();
    }
}
