package io.pinion.server.backend.login;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.server.backend.login.BackendTls.Mode;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.TestProxy;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Somebody between Pinion and a server puts packets in clear behind the greeting. */
@ExtendWith(LeakWatch.class)
class ForgedGreetingTest {
    private static final byte[] ASKS_FOR_THE_PASSWORD = {2, 0, 0, 2, 1, 4};

    private final ScriptedServer server = new ScriptedServer();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void whatComesInClearBeforeTlsEndsTheLogin() {
        byte[] greeting = BackendLoginTest.offeringTls();
        byte[] forged = Arrays.copyOf(greeting, greeting.length + ASKS_FOR_THE_PASSWORD.length);
        System.arraycopy(ASKS_FOR_THE_PASSWORD, 0, forged, greeting.length, ASKS_FOR_THE_PASSWORD.length);
        server.logsInBy(forged, new byte[0]);
        try (TestProxy proxy = TestProxy.inFrontOf(server)
                        .backendTls(BackendTls.unverified(Mode.REQUIRED))
                        .start();
                RawClient client = RawClient.loggedIn(proxy)) {
            assertThat(client.query("SELECT 1").error()).contains("it sent more than its greeting before TLS began");
        }
    }
}
