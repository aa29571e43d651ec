package io.pinion.server.execution.single;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.planner.PlanCache;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.Planners;
import io.pinion.server.testing.ProxyOfTwoServers;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.ScriptedServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Statements for pair1, the home, during a transaction that is open on pair2 alone. */
@ExtendWith(LeakWatch.class)
class BesideTransactionTest {
    private static final int INIT_DB = 2;
    private static final int IN_TRANS = 3;
    private static final int BAD_DB = 1049;

    @RegisterExtension
    final ProxyOfTwoServers servers = new ProxyOfTwoServers(proxy -> proxy.keyspace(new Keyspace.Single("s1", "pair1"))
            .keyspace(new Keyspace.Single("s2", "pair2"))
            .planner(() -> Planners.make(new PlanCache(10), new FingerprintKey(1, 2), SqlDialect.MARIADB, 101100)));

    private final ScriptedServer first = servers.first();
    private final ScriptedServer second = servers.second();
    private final RawClient client = servers.client();

    @BeforeEach
    void begin() {
        first.on("SELECT", reply -> reply.rows("1"));
        second.on("INSERT", reply -> reply.ok(IN_TRANS));
        client.query("USE s1");
        client.query("BEGIN");
        assertThat(client.query("INSERT INTO s2.a (v) VALUES (1)").inTransaction())
                .isTrue();
    }

    @Test
    void whatTheStatementBeforeHasLeftIsToldWithTheTransaction() {
        assertThat(client.query("SELECT 1").inTransaction()).isTrue();
        assertThat(client.query("SELECT FOUND_ROWS()").inTransaction()).isTrue();
        assertThat(first.commands()).endsWith("SELECT 1", "SELECT FOUND_ROWS()");
    }

    @Test
    void aDatabaseThatIsNotThereIsNotChosen() {
        first.on("USE", reply -> reply.error(BAD_DB, "42000", "Unknown database 'nope'"));
        assertThat(client.command(INIT_DB, "nope").errorCode()).isEqualTo(BAD_DB);

        assertThat(client.query("COMMIT").errorCode()).isZero();
        assertThat(second.commands()).endsWith("COMMIT");
        assertThat(client.query("SELECT v FROM b").errorCode()).isZero();
        assertThat(first.commands()).doesNotContain("COM_INIT_DB nope");
    }

    @Test
    void aDatabaseOfTheHomeIsChosenThere() {
        assertThat(client.command(INIT_DB, "legacy").inTransaction()).isTrue();

        client.query("SELECT v FROM b");
        // The transaction may be ended behind it already: this server says that it has none.
        assertThat(first.commands()).containsSequence("USE `legacy`", "START TRANSACTION", "SELECT v FROM b");
    }
}
