package io.pinion.server.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.topology.User;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.ScatterPolicy;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.RawClient.Answer;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.TestPlanner;
import io.pinion.server.testing.TestProxy;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The topology changes what a user may do, or takes the user away, while its sessions are open. */
@ExtendWith(LeakWatch.class)
class UserChangeTest {
    private static final User APP = TestProxy.user(TestProxy.USER, TestProxy.PASSWORD);

    private final ScriptedServer server = new ScriptedServer();
    private final TestProxy proxy =
            TestProxy.inFrontOf(server).planner(AskingForRights::new).start();
    private final RawClient client = RawClient.loggedIn(proxy);

    /** Refuses {@code NAMES x} to those who may not use x, and {@code ADMIN} to those who are none. */
    private static final class AskingForRights extends TestPlanner {
        @Override
        public RoutePlan plan(Catalog catalog, SessionView session, byte[] sql) {
            String text = new String(sql, StandardCharsets.UTF_8);
            boolean refused = text.startsWith("NAMES ")
                    ? !session.rights().mayUse(text.substring(6))
                    : text.equals("ADMIN") && !session.admin();
            return refused ? new RoutePlan.Refused(1044, "42000", "no right") : super.plan(catalog, session, sql);
        }
    }

    @AfterEach
    void stop() {
        client.close();
        proxy.close();
        server.close();
    }

    @Test
    void anOpenSessionLosesTheKeyspacesThatItsUserLoses() {
        assertThat(client.query("NAMES pinterest").errorCode()).isZero();

        proxy.adoptUsers(with(APP, Set.of("lookup"), true));

        assertThat(client.query("NAMES pinterest").errorCode()).isEqualTo(1044);
        assertThat(client.query("NAMES lookup").errorCode()).isZero();
    }

    @Test
    void anOpenSessionGetsTheKeyspacesThatItsUserGets() {
        proxy.adoptUsers(with(APP, Set.of("lookup"), true));
        assertThat(client.query("NAMES pinterest").errorCode()).isEqualTo(1044);

        proxy.adoptUsers(with(APP, Set.of("lookup", "pinterest"), true));

        assertThat(client.query("NAMES pinterest").errorCode()).isZero();
    }

    @Test
    void anOpenSessionOfAnAdminThatIsNoneAnyMoreIsRefused() {
        assertThat(client.query("ADMIN").errorCode()).isZero();

        proxy.adoptUsers(with(APP, APP.keyspaces(), false));

        assertThat(client.query("ADMIN").errorCode()).isEqualTo(1044);
    }

    @Test
    void theSessionOfARemovedUserEndsWithAnErrorThatSaysWhy() {
        assertThat(client.query("READ").errorCode()).isZero();
        int before = server.commands().size();

        proxy.adoptUsers(TestProxy.user("other", "secret"));

        Answer answer = client.query("READ again");
        assertThat(answer.errorCode()).isEqualTo(1045);
        assertThat(answer.error()).contains("'app'").contains("no such user");
        assertThat(client.isClosedByProxy()).isTrue();
        assertThat(server.commands()).hasSize(before);
    }

    @Test
    void aTransactionOfARemovedUserIsRolledBack() {
        server.on("START TRANSACTION", reply -> reply.ok(0x0003)).on("WRITE", reply -> reply.ok(0x0003));
        client.query("BEGIN");
        client.query("WRITE");

        proxy.adoptUsers(TestProxy.user("other", "secret"));

        assertThat(client.query("COMMIT").errorCode()).isEqualTo(1045);
        Conditions.await(() -> server.commands().contains("COM_RESET_CONNECTION"));
        assertThat(server.commands()).doesNotContain("COMMIT");
    }

    @Test
    void aRunningStatementOfARemovedUserIsAnswered() {
        CountDownLatch removed = new CountDownLatch(1);
        server.on("SLOW", reply -> {
            reply.waitFor(removed);
            reply.rows("done");
        });
        client.sendQuery("SLOW");
        Conditions.await(() -> server.commands().contains("SLOW"));

        proxy.adoptUsers(TestProxy.user("other", "secret"));
        removed.countDown();

        assertThat(client.readAnswer().rows()).containsExactly("done");
        assertThat(client.query("READ").errorCode()).isEqualTo(1045);
    }

    @Test
    void aUserThatIsRemovedAndComesBackInTimeKeepsItsSessions() {
        proxy.adoptUsers(TestProxy.user("other", "secret"));
        proxy.adoptUsers(APP);

        assertThat(client.query("READ").errorCode()).isZero();
    }

    private static User with(User user, Set<String> keyspaces, boolean admin) {
        return new User(
                user.name(),
                user.nativeVerifier(),
                user.sha2Verifier(),
                Optional.empty(),
                keyspaces,
                admin,
                user.readsOnly(),
                user.account(),
                user.admission(),
                ScatterPolicy.FREE);
    }
}
