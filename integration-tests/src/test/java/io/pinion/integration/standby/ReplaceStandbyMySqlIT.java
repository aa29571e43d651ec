package io.pinion.integration.standby;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pinion.demo.GivenServers;
import io.pinion.integration.testing.MySqlPair;
import io.pinion.operations.server.ManagedServer;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** On MySQL 9.7. */
class ReplaceStandbyMySqlIT extends ReplaceStandbyScenarios {
    private @Nullable MySqlPair pair;

    @Override
    List<ManagedServer> startServers(Path directory) throws Exception {
        GivenServers given = GivenServers.mysql97();
        assumeTrue(given.addresses().size() > 2, GivenServers.howToGiveMySql97(3));
        MySqlPair joined = MySqlPair.join(given);
        pair = joined;
        ManagedServer third = joined.manage(2);
        third.unfence();
        third.execute(List.of("RESET BINARY LOGS AND GTIDS"));
        return List.of(joined.manage(0), joined.manage(1), third);
    }

    @Override
    void stopServers() throws SQLException {
        if (pair != null) {
            pair.close();
        }
    }
}
