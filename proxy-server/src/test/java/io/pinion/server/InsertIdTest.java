package io.pinion.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.server.observe.PoolSnapshot;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.TestProxy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What becomes of the connection that ran an insert. */
@ExtendWith(LeakWatch.class)
class InsertIdTest {
    private static final String QUESTION = "SELECT LAST_INSERT_ID(), LAST_INSERT_ID(0)";

    private final ScriptedServer server = new ScriptedServer();
    private final TestProxy proxy = TestProxy.inFrontOf(server).start();
    private final RawClient client = RawClient.loggedIn(proxy);

    @AfterEach
    void stop() {
        client.close();
        proxy.close();
        server.close();
    }

    @Test
    void aConnectionThatIsKeptForItsIdIsSoonGivenBack() {
        server.on("WRITE", reply -> reply.okWithId(1, 7, 2));
        client.query("WRITE");

        Conditions.await(() -> server.commands().contains(QUESTION));
        Conditions.await(() -> busy() == 0);
        assertThat(client.query("READ").errorCode()).isZero();
        assertThat(server.commands().stream().filter(QUESTION::equals)).hasSize(1);
    }

    @Test
    void aTransactionKeepsItsConnectionAllTheSame() {
        server.on("WRITE", reply -> reply.okWithId(1, 7, 3));
        server.on("LATER", reply -> reply.okWithId(1, 8, 2));
        client.query("BEGIN");
        client.query("WRITE");
        try (RawClient other = RawClient.loggedIn(proxy)) {
            other.query("LATER");
            Conditions.await(() -> server.commands().contains(QUESTION));
        }

        Conditions.await(() -> busy() == 1);
        assertThat(server.commands().stream().filter(QUESTION::equals)).hasSize(1);
    }

    private int busy() {
        return proxy.server().pools().toCompletableFuture().join().stream()
                .mapToInt(PoolSnapshot::busy)
                .sum();
    }
}
