package io.pinion.server.frontend;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.none;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;
import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.planner.PlanCache;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.Planners;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.TestProxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The way of a cached point select, as the classes on the stack of the event loop at four places: where the statement is
 * planned, where it is written to the server, where its answer is written to the client, and where it is reported. A class
 * that comes twice on one stack is one in which a reader has to turn back.
 */
public class WayOfAQueryTest {
    private static final int MARIADB_VERSION = 101_119;

    private static final String SELECT = "SELECT data FROM db03429.boards WHERE local_id = 7";

    /** The stacks of the statement in question, in order. */
    private static final List<List<String>> WAYS = new CopyOnWriteArrayList<>();

    /** Woven into the planner, into Netty's last handler before a socket, and into the record of a statement. */
    public static final class Place {
        private Place() {}

        @Advice.OnMethodEnter
        public static void enter() {
            WayOfAQueryTest.reached();
        }
    }

    /** Notes the classes of Pinion on the stack, the one that was called first in front. */
    public static void reached() {
        List<String> classes = new ArrayList<>();
        StackWalker.getInstance().forEach(frame -> {
            String name = frame.getClassName();
            boolean ofTests = name.startsWith("io.pinion.server.testing.") || name.endsWith("WayOfAQueryTest");
            if (name.startsWith("io.pinion.") && !ofTests) {
                String top = name.substring(name.lastIndexOf('.') + 1).replaceAll("\\$.*", "");
                if (classes.isEmpty() || !classes.getLast().equals(top)) {
                    classes.add(top);
                }
            }
        });
        WAYS.add(classes.reversed());
    }

    @BeforeAll
    static void weave() {
        new AgentBuilder.Default()
                .disableClassFormatChanges()
                .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
                .ignore(none())
                .type(named("io.netty.channel.DefaultChannelPipeline$HeadContext"))
                .transform((builder, type, loader, module, domain) ->
                        builder.visit(Advice.to(Place.class).on(named("write"))))
                .type(named("io.pinion.routing.planner.RoutePlanner"))
                .transform((builder, type, loader, module, domain) ->
                        builder.visit(Advice.to(Place.class).on(named("plan").and(takesArguments(3)))))
                .type(named("io.pinion.server.observe.StatementRecord"))
                .transform((builder, type, loader, module, domain) ->
                        builder.visit(Advice.to(Place.class).on(isConstructor())))
                .installOn(ByteBuddyAgent.install());
    }

    @Test
    void aCachedPointSelectIsHandedOn() throws Exception {
        Keyspace pins = new Keyspace.Id(
                "pins",
                new DatabasePattern("db", 5, ""),
                new RangeTable(List.of(new ShardRange(0, 4095, "pair1", 1))),
                Map.of());
        try (ScriptedServer server = new ScriptedServer();
                TestProxy proxy = TestProxy.inFrontOf(server)
                        .keyspace(pins)
                        .planner(() -> Planners.make(
                                new PlanCache(10), new FingerprintKey(1, 2), SqlDialect.MARIADB, MARIADB_VERSION))
                        .start();
                RawClient client = RawClient.loggedIn(proxy)) {
            server.on("SELECT", reply -> reply.rows("x"));
            for (int warm = 0; warm < 3; warm++) {
                assertThat(client.query(SELECT).errorCode()).isZero();
            }
            // A statement is reported behind its answer.
            Conditions.await(() -> proxy.records().size() == 3);
            WAYS.clear();
            client.query(SELECT);
            Conditions.await(() -> proxy.records().size() == 4);
        }
        List<List<String>> ways = List.copyOf(WAYS.subList(0, 4));
        ways.forEach(way -> assertThat(way).doesNotHaveDuplicates());
        assertThat(ways.stream().mapToInt(way -> way.size() - 1).sum())
                .as("%s", ways)
                .isLessThanOrEqualTo(17);
        assertThat(ways.stream().flatMap(List::stream).distinct())
                .as("%s", ways)
                .hasSizeLessThanOrEqualTo(12);
    }
}
