package io.pinion.integration.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.RealCluster;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.TestProxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What touches no table runs in a transaction of any pair, also of one without the session's database. */
@ExtendWith(LeakWatch.class)
class StatementsWithoutTablesIT {
    private static final String ON_THE_OTHER_PAIR = "UPDATE db00007.pins SET data = data";

    @Test
    void theTransactionsPairNeedsNotHaveTheSessionsDatabase() throws SQLException {
        try (TestProxy proxy = RealCluster.shared().proxy().start();
                Connection client = DriverManager.getConnection(
                        "jdbc:mysql://127.0.0.1:" + proxy.port()
                                + "/legacy?sslMode=DISABLED&allowPublicKeyRetrieval=true",
                        TestProxy.USER,
                        TestProxy.PASSWORD)) {
            for (String begin : new String[] {"BEGIN", "SET autocommit = 0"}) {
                Jdbc.execute(client, begin);
                Jdbc.execute(client, ON_THE_OTHER_PAIR);
                assertThat(Jdbc.value(client, "SELECT 1")).isEqualTo("1");
                assertThat(Jdbc.value(client, "SELECT DATABASE()")).isEqualTo("legacy");
                Jdbc.execute(client, "SET @v = 5");
                assertThat(Jdbc.value(client, "SELECT @v")).isEqualTo("5");
                Jdbc.execute(client, "DO 1");
                Jdbc.rows(client, "SHOW STATUS LIKE 'Uptime'");
                Jdbc.rows(client, "EXPLAIN SELECT 1");
                try (PreparedStatement prepared = client.prepareStatement("SELECT ? + 1")) {
                    prepared.setInt(1, 1);
                    prepared.executeQuery().close();
                }
                Jdbc.execute(client, ON_THE_OTHER_PAIR);
                Jdbc.execute(client, "ROLLBACK");
            }
        }
    }
}
