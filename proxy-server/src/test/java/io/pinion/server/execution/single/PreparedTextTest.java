package io.pinion.server.execution.single;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.plan.SessionEffects.CommitEffect;
import io.pinion.routing.plan.SessionEffects.InsertIdEffect;
import io.pinion.routing.plan.SessionEffects.RetainedState;
import io.pinion.routing.plan.SessionObjects;
import io.pinion.routing.plan.SessionObjects.Thing;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.plan.StatementText;
import io.pinion.routing.plan.Target;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.ProxyOfTwoServers;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.TestPlanner;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The connection on which a text is executed that a server has prepared, when the current database is on pair1. */
@ExtendWith(LeakWatch.class)
class PreparedTextTest {
    private static final int IN_TRANS = 3;

    @RegisterExtension
    final ProxyOfTwoServers servers = new ProxyOfTwoServers(proxy -> proxy.planner(TextsOfPairs::new));

    private final ScriptedServer first = servers.first();
    private final ScriptedServer second = servers.second();
    private final RawClient client = servers.client();

    @Test
    void aTextIsExecutedWhereItWasPrepared() {
        client.query("PREPARE pair2");
        assertThat(client.query("EXECUTE").errorCode()).isZero();

        assertThat(second.commands()).endsWith("PREPARE pair2", "EXECUTE");
    }

    @Test
    void theTextThatWasPreparedLastIsExecuted() {
        client.query("PREPARE pair1");
        client.query("PREPARE pair2");
        client.query("EXECUTE");

        assertThat(second.commands()).endsWith("PREPARE pair2", "EXECUTE");
    }

    @Test
    void itTakesPartInATransactionOfAnotherPair() {
        first.on("WRITE", reply -> reply.ok(IN_TRANS));
        second.on("EXECUTE", reply -> reply.ok(IN_TRANS));
        client.query("PREPARE pair2");
        client.query("BEGIN");
        client.query("WRITE a");
        client.query("EXECUTE");
        client.query("COMMIT");

        assertThat(second.commands()).endsWith("START TRANSACTION", "EXECUTE", "COMMIT");
    }

    /** PREPARE goes to the pair that it names, EXECUTE to that of the current database. */
    private static final class TextsOfPairs extends TestPlanner {
        private static final Thing TEXT = new Thing(RetainedState.PREPARED_TEXT, "p");

        @Override
        public RoutePlan plan(Catalog catalog, SessionView session, byte[] sql) {
            String[] words = new String(sql, StandardCharsets.UTF_8).split(" ");
            return switch (words[0]) {
                case "PREPARE" ->
                    new RoutePlan.SingleShard(
                            new Target(words[1], "db1"),
                            new StatementText.Original(),
                            new DatabaseContext.Irrelevant(),
                            new RoutePlan.InsertedId.AsReported(),
                            effects(Set.of(RetainedState.PREPARED_TEXT), new SessionObjects(List.of(TEXT), List.of())));
                case "EXECUTE" ->
                    new RoutePlan.AnyServer(
                            "pair1",
                            new StatementText.Original(),
                            new DatabaseContext.Required("db1"),
                            effects(Set.of(), new SessionObjects(List.of(), List.of(TEXT), List.of())));
                default -> super.plan(catalog, session, sql);
            };
        }

        private static SessionEffects effects(Set<RetainedState> left, SessionObjects things) {
            return new SessionEffects(
                    false, left, InsertIdEffect.KEPT, true, things, false, false, CommitEffect.BY_KEPT_TEXT);
        }
    }
}
