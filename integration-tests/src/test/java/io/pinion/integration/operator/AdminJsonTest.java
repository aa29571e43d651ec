package io.pinion.integration.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.cli.Cli;
import io.pinion.server.admin.AdminCommands;
import io.pinion.server.admin.AdminWire;
import io.pinion.server.admin.FakeProxy;
import io.pinion.server.testing.TestProxy;
import org.junit.jupiter.api.Test;

/** {@code --json} of the command line, from a proxy's result set to what a script reads. */
class AdminJsonTest {
    @Test
    void typesFollowTheColumns() {
        try (AdminWire wire = new AdminWire(new AdminCommands(), new FakeProxy())) {
            Cli.Outcome shown = Cli.at(wire.port(), "admin", TestProxy.PASSWORD)
                    .run("show", "hot", "shards", "from", "pinterest", "where", "shard", "=", "0", "--json");

            assertThat(shown.err()).isEmpty();
            assertThat(shown.out()).isEqualTo("""
                [
                  {"keyspace": "pinterest", "shard": 0, "database": "db00000", "pair": "MySQL001", "queries_per_second": 939.0, "percent": 42.9}
                ]
                """);
        }
    }
}
