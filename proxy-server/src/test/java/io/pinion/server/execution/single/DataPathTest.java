package io.pinion.server.execution.single;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.RawClient.Answer;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.TestProxy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A statement from the client's socket to a server's and back. */
@ExtendWith(LeakWatch.class)
class DataPathTest {
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
    void rowsComeBack() {
        server.on("READ", reply -> reply.rows("one", "two"));

        assertThat(client.query("READ it").rows()).containsExactly("one", "two");
    }

    @Test
    void aServersErrorComesBackAsItIs() {
        server.on("READ", reply -> reply.error(1146, "42S02", "Table 'db1.t' doesn't exist"));

        Answer answer = client.query("READ t");

        assertThat(answer.errorCode()).isEqualTo(1146);
        assertThat(answer.error()).isEqualTo("#42S02Table 'db1.t' doesn't exist");
        assertThat(client.query("WRITE t").errorCode()).isZero();
    }
}
