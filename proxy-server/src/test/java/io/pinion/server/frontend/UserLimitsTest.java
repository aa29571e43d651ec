package io.pinion.server.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.network.Networks;
import io.pinion.config.topology.Admission;
import io.pinion.config.topology.TlsRequirement;
import io.pinion.config.topology.User;
import io.pinion.routing.catalog.ScatterPolicy;
import io.pinion.routing.planner.PlanCache;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.Planners;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.RawClient.Answer;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.TestProxy;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Where a user may come from, and what it may run. */
@ExtendWith(LeakWatch.class)
class UserLimitsTest {
    private final ScriptedServer server = new ScriptedServer();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aUserOfThisNetworkIsLetIn() {
        assertThat(login("10.0.0.0/8, 127.0.0.0/8", TestProxy.PASSWORD).errorCode())
                .isZero();
    }

    /** The answer must not tell that the password was right. */
    @Test
    void fromElsewhereTheRightPasswordIsAsGoodAsAWrongOne() {
        Answer right = login("10.0.0.0/8", TestProxy.PASSWORD);
        Answer wrong = login("127.0.0.0/8", "wrong");

        assertThat(right.errorCode()).isEqualTo(1045);
        assertThat(right).isEqualTo(wrong);
    }

    @Test
    void whatAReadOnlyUserMayNotRunReachesNoServer() {
        User usual = TestProxy.user(Admission.FREE);
        User reader = new User(
                usual.name(),
                usual.nativeVerifier(),
                usual.sha2Verifier(),
                Optional.empty(),
                usual.keyspaces(),
                usual.admin(),
                true,
                usual.account(),
                usual.admission(),
                ScatterPolicy.FREE);
        server.on("SELECT", reply -> reply.rows("1"));
        try (TestProxy proxy = TestProxy.inFrontOf(server)
                        .user(reader)
                        .planner(() ->
                                Planners.make(new PlanCache(10), new FingerprintKey(1, 2), SqlDialect.MARIADB, 101100))
                        .start();
                RawClient client = RawClient.loggedIn(proxy)) {
            client.command(2, "legacy");

            assertThat(client.query("SELECT a FROM t").rows()).containsExactly("1");
            assertThat(client.query("DELETE FROM t").errorCode()).isEqualTo(1290);
            assertThat(client.query("SELECT a FROM t; DELETE FROM t").rows()).containsExactly("1");
            assertThat(client.readAnswer().errorCode()).isEqualTo(1290);
            assertThat(server.commands()).noneMatch(command -> command.contains("DELETE"));
        }
    }

    private Answer login(String networks, String password) {
        Admission admission = new Admission(
                new TlsRequirement.Nothing(), Networks.parse(networks).orElseThrow());
        try (TestProxy proxy = TestProxy.inFrontOf(server)
                        .user(TestProxy.user(admission))
                        .start();
                RawClient client = new RawClient(proxy.port())) {
            return client.login(TestProxy.USER, password, RawClient.CLASSIC, "");
        }
    }
}
