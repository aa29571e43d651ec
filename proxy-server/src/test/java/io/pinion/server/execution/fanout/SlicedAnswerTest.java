package io.pinion.server.execution.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.planner.PlanCache;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.frontend.ClientSession;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.Planners;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.RawClient.Answer;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.TestProxy;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A large answer that is complete at once when the last row has come: its client takes it at its own pace. */
@ExtendWith(LeakWatch.class)
class SlicedAnswerTest {
    private static final int MARIADB_VERSION = 101_100;
    private static final String READ = "SELECT DISTINCT from_id FROM pins.links ORDER BY from_id";
    private static final int SHARDS = 4;
    private static final int ROWS_OF_SHARD = 8_000;

    /** More than all the kernel's buffers take, altogether. */
    private static final int ROW_DIGITS = 1_000;

    private static final int SMALL_RECEIVE_BUFFER = 16 * 1024;

    private static final Keyspace PINS = new Keyspace.Id(
            "pins",
            new DatabasePattern("db", 5, ""),
            new RangeTable(List.of(new ShardRange(0, 1, "pair1", 1), new ShardRange(2, 3, "pair2", 1))),
            Map.of(
                    "links",
                    new Table.MappingTable(
                            "links", "from_id", Set.of("from_id"), Optional.empty(), List.of(), Optional.empty())));

    private final ScriptedServer first = new ScriptedServer();
    private final ScriptedServer second = new ScriptedServer();
    private final TestProxy proxy = TestProxy.inFrontOf(first, second)
            .keyspace(PINS)
            .loops(1)
            .planner(() ->
                    Planners.make(new PlanCache(10), new FingerprintKey(1, 2), SqlDialect.MARIADB, MARIADB_VERSION))
            .start();

    SlicedAnswerTest() {
        for (ScriptedServer server : List.of(first, second)) {
            server.on("SELECT DISTINCT", reply -> rows(reply, 0x0002));
            server.on("DELETE", reply -> rows(reply, 0x0003));
        }
    }

    @AfterEach
    void stop() {
        proxy.close();
        first.close();
        second.close();
    }

    private static void rows(ScriptedServer.Reply reply, int status) throws IOException {
        reply.beginRows();
        for (int row = 0; row < ROWS_OF_SHARD; row++) {
            reply.row("1".repeat(ROW_DIGITS - 5) + String.format("%05d", row));
        }
        reply.endRows(status);
    }

    @Test
    void comesWholeAndInOrder() {
        try (RawClient client = slowReader()) {
            client.sendQuery(READ);
            awaitServers();

            List<String> rows = client.readAnswer().rows();

            assertThat(rows).hasSize(ROWS_OF_SHARD).isSorted();
            assertThat(client.query(READ).rows()).hasSize(ROWS_OF_SHARD);
        }
    }

    @Test
    void isHeldWhileItsClientReadsNothingAndLetsOthersRun() {
        try (RawClient client = slowReader();
                RawClient other = RawClient.loggedIn(proxy)) {
            client.sendQuery(READ);
            awaitServers();

            assertThat(proxy.server().scatters().unnamed().running()).isZero();
            assertThat(other.query(READ).rows()).hasSize(ROWS_OF_SHARD);
            assertThat(proxy.server().scatters().memory().held()).isPositive();
            assertThat(client.readAnswer().rows()).hasSize(ROWS_OF_SHARD);
            Conditions.await(() -> proxy.server().scatters().memory().held() == 0);
        }
    }

    @Test
    void endsWithAnErrorWhenItsStatementIsKilled() {
        try (RawClient client = slowReader()) {
            client.sendQuery(READ);
            awaitServers();

            session().killStatement();

            Conditions.await(() -> proxy.server().scatters().memory().held() == 0);
            Answer answer = client.readAnswer();
            assertThat(answer.errorCode()).isEqualTo(ErrorCode.QUERY_INTERRUPTED.number());
            assertThat(client.query(READ).rows()).hasSize(ROWS_OF_SHARD);
        }
    }

    @Test
    void holdsNothingWhenItsClientLeaves() {
        try (RawClient client = slowReader()) {
            client.sendQuery(READ);
            awaitServers();
        }

        Conditions.await(() -> proxy.server().sessions().size() == 0);
        Conditions.await(() -> proxy.server().scatters().memory().held() == 0);
    }

    @Test
    void holdsWhatAChangeReturnsForItsClient() {
        try (RawClient client = slowReader()) {
            client.sendQuery("DELETE FROM pins.links RETURNING from_id");
            awaitServers();

            // It is committed: there is nothing left to be interrupted.
            session().killStatement();

            assertThat(client.readAnswer().rows()).hasSize(SHARDS * ROWS_OF_SHARD);
            Conditions.await(() -> proxy.server().scatters().memory().held() == 0);
        }
    }

    private RawClient slowReader() {
        RawClient client = new RawClient(proxy.port(), SMALL_RECEIVE_BUFFER);
        client.login(TestProxy.USER, TestProxy.PASSWORD, RawClient.CLASSIC, "");
        return client;
    }

    /** All shards have answered, so that only the client keeps the rows from going out. */
    private void awaitServers() {
        Conditions.await(() -> first.commands().size() + second.commands().size() >= SHARDS
                && proxy.server().scatters().memory().held() > 0
                && proxy.server().scatters().unnamed().running() == 0);
    }

    private ClientSession session() {
        return Objects.requireNonNull(proxy.server()
                .sessions()
                .session(proxy.server()
                        .sessions()
                        .snapshots()
                        .toCompletableFuture()
                        .join()
                        .getFirst()
                        .id()));
    }
}
