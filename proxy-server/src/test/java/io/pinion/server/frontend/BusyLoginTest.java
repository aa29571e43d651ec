package io.pinion.server.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.server.execution.context.LoopCluster;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.RawClient.Answer;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.TestProxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Many clients log in at once, while every event loop is busy with other things for longer than a login may take. */
@ExtendWith(LeakWatch.class)
class BusyLoginTest {
    private static final int CLIENTS = 100;
    private static final long LOGIN_MILLIS = 200;
    private static final long BUSY_MILLIS = 500;

    private final ScriptedServer server = new ScriptedServer();
    private final TestProxy proxy = TestProxy.inFrontOf(server)
            .loops(2)
            .clientLimits(new ClientLimits(1 << 20, LOGIN_MILLIS, ClientLimits.DEFAULT.unreadMillis()))
            .start();
    private volatile boolean over;

    @AfterEach
    void stop() {
        over = true;
        proxy.close();
        server.close();
    }

    @Test
    void allAreServed() {
        proxy.server().clusters().forEach(this::keepBusy);

        List<CompletableFuture<Answer>> logins = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < CLIENTS; i++) {
                logins.add(CompletableFuture.supplyAsync(this::login, threads));
            }
        }

        assertThat(logins).allSatisfy(login -> assertThat(login.join().error()).isEmpty());
    }

    private Answer login() {
        try (RawClient client = new RawClient(proxy.port())) {
            return client.login(TestProxy.USER, TestProxy.PASSWORD, RawClient.CLASSIC, "");
        }
    }

    /** One thing that takes long after the other, with a round for all others between. */
    private void keepBusy(LoopCluster cluster) {
        cluster.pools().loop().execute(() -> {
            LockSupport.parkNanos(BUSY_MILLIS * 1_000_000);
            if (!over) {
                keepBusy(cluster);
            }
        });
    }
}
