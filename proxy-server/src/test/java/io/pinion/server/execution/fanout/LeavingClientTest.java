package io.pinion.server.execution.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.settings.ScatterSettings;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.planner.PlanCache;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.Planners;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.TestProxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A client that leaves while its statement over several shards ends. */
@ExtendWith(LeakWatch.class)
class LeavingClientTest {
    private static final int MARIADB_VERSION = 101_100;
    private static final String CHANGE = "DELETE FROM pins.links";

    private static final Keyspace PINS = new Keyspace.Id(
            "pins",
            new DatabasePattern("db", 5, ""),
            new RangeTable(List.of(new ShardRange(0, 1, "pair1", 1), new ShardRange(2, 3, "pair2", 1))),
            Map.of(
                    "links",
                    new Table.MappingTable(
                            "links", "from_id", Set.of("from_id"), Optional.empty(), List.of(), Optional.empty())));

    private static final ScatterSettings ONE_AT_A_TIME = new ScatterSettings(
            1,
            ScatterSettings.DEFAULT.poolShare(),
            Duration.ofSeconds(2),
            ScatterSettings.DEFAULT.mergeMaxSize(),
            ScatterSettings.DEFAULT.gatherMaxRows(),
            ScatterSettings.DEFAULT.gatherMaxSize(),
            ScatterSettings.DEFAULT.heldMaxSize());

    private final ScriptedServer first = new ScriptedServer();
    private final ScriptedServer second = new ScriptedServer();
    private final TestProxy proxy = TestProxy.inFrontOf(first, second)
            .keyspace(PINS)
            .scatter(ONE_AT_A_TIME)
            .planner(() ->
                    Planners.make(new PlanCache(10), new FingerprintKey(1, 2), SqlDialect.MARIADB, MARIADB_VERSION))
            .start();

    @AfterEach
    void stop() {
        proxy.close();
        first.close();
        second.close();
    }

    @Test
    void leavesItsTurnToOthersAlsoWhileItsTransactionIsCommitted() {
        second.on("DELETE", reply -> reply.ok(0x0003));
        leaveDuring("COMMIT");
    }

    @Test
    void leavesItsTurnToOthersAlsoWhileItsTransactionIsRolledBack() {
        second.on("DELETE", reply -> {
            Conditions.await(() -> first.commands().contains("DELETE FROM db00000.links"));
            reply.error(1205, "HY000", "Lock wait timeout exceeded");
        });
        leaveDuring("ROLLBACK");
    }

    private void leaveDuring(String end) {
        CountDownLatch hold = new CountDownLatch(1);
        first.on("DELETE", reply -> reply.ok(0x0003));
        first.on(end, reply -> {
            reply.waitFor(hold);
            reply.ok();
        });
        try (RawClient leaving = RawClient.loggedIn(proxy)) {
            leaving.sendQuery(CHANGE);
            Conditions.await(() -> first.commands().contains(end));
        }
        Conditions.await(() -> proxy.server().sessions().size() == 0);
        hold.countDown();
        second.on("DELETE", reply -> reply.ok(0x0003));
        try (RawClient other = RawClient.loggedIn(proxy)) {
            assertThat(other.query(CHANGE).error()).isEmpty();
        }
    }
}
