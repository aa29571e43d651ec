package io.pinion.server.execution.single;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.planner.PlanCache;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.Planners;
import io.pinion.server.testing.ProxyOfTwoServers;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.ScriptedServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One name of PREPARE, which texts on two pairs and one of Pinion's own have in turn. */
@ExtendWith(LeakWatch.class)
class PreparedNameTest {
    private static final int UNKNOWN_STMT_HANDLER = 1243;

    @RegisterExtension
    final ProxyOfTwoServers servers = new ProxyOfTwoServers(proxy -> proxy.keyspace(new Keyspace.Single("s1", "pair1"))
            .keyspace(new Keyspace.Single("s2", "pair2"))
            .keyspace(new Keyspace.Id(
                    "pins",
                    new DatabasePattern("db", 5, ""),
                    new RangeTable(List.of(new ShardRange(0, 4095, "pair1", 1))),
                    Map.of()))
            .planner(() -> Planners.make(new PlanCache(10), new FingerprintKey(1, 2), SqlDialect.MARIADB, 101100)));

    private final ScriptedServer first = servers.first();
    private final ScriptedServer second = servers.second();
    private final RawClient client = servers.client();

    @BeforeEach
    void prepareOnTheFirst() {
        client.query("USE s1");
        client.query("PREPARE p FROM 'DELETE FROM a WHERE id = 1'");
        assertThat(first.commands()).endsWith("PREPARE p FROM 'DELETE FROM a WHERE id = 1'");
    }

    @AfterEach
    void stop() {
        assertThat(first.commands()).noneMatch(command -> command.startsWith("EXECUTE"));
    }

    @Test
    void aReplacedTextDoesNotComeBackWhenItsSuccessorIsDeallocated() {
        client.query("USE s2");
        client.query("PREPARE p FROM 'SELECT 1 FROM a'");
        assertThat(client.query("EXECUTE p").errorCode()).isZero();
        client.query("DEALLOCATE PREPARE P");

        assertThatTheNameIsUnknown();
        assertThat(second.commands()).endsWith("EXECUTE p", "DEALLOCATE PREPARE P");
    }

    @Test
    void aPrepareThatFailsOnAnotherServerTakesTheName() {
        second.on("PREPARE", reply -> reply.error(1054, "42S22", "Unknown column 'nope' in 'SELECT'"));
        client.query("USE s2");
        assertThat(client.query("PREPARE p FROM 'SELECT nope FROM a'").errorCode())
                .isEqualTo(1054);

        assertThatTheNameIsUnknown();
    }

    @Test
    void aTextThatCannotBePreparedTakesTheName() {
        client.query("USE s2");
        assertThat(client.query("PREPARE p FROM 'SELECT 1; SELECT 2'").errorCode())
                .isEqualTo(1064);

        assertThatTheNameIsUnknown();
    }

    @Test
    void aTextThatPinionKeepsTakesTheName() {
        client.query("USE pins");
        assertThat(client.query("PREPARE p FROM 'SET @a = 1'").errorCode()).isZero();
        assertThat(client.query("DEALLOCATE PREPARE p").errorCode()).isZero();

        assertThatTheNameIsUnknown();
    }

    @Test
    void theNameIsKnownAgainWhenItIsPreparedAnew() {
        client.query("USE s2");
        client.query("PREPARE p FROM 'SELECT 1; SELECT 2'");
        client.query("PREPARE p FROM 'SELECT 3'");

        assertThat(client.query("EXECUTE p").errorCode()).isZero();
        assertThat(second.commands()).endsWith("PREPARE p FROM 'SELECT 3'", "EXECUTE p");
    }

    private void assertThatTheNameIsUnknown() {
        client.query("USE s1");
        RawClient.Answer executed = client.query("EXECUTE p");
        assertThat(executed.errorCode()).isEqualTo(UNKNOWN_STMT_HANDLER);
        assertThat(executed.error()).contains("(p) given to EXECUTE");
        assertThat(client.query("DEALLOCATE PREPARE p").errorCode()).isEqualTo(UNKNOWN_STMT_HANDLER);
    }
}
