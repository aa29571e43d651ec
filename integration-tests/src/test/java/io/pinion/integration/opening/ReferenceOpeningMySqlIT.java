package io.pinion.integration.opening;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pinion.demo.GivenServers;
import io.pinion.integration.testing.MySqlPair;
import io.pinion.operations.server.ManagedServer;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** On MySQL 9.7, on the pair that has the others. */
class ReferenceOpeningMySqlIT extends ReferenceOpeningScenarios {
    private @Nullable MySqlPair pair;

    @Override
    List<ManagedServer> startServers(Path directory) throws Exception {
        GivenServers given = GivenServers.mysql97();
        assumeTrue(given.addresses().size() > 1, GivenServers.howToGiveMySql97(2));
        MySqlPair joined = MySqlPair.join(given);
        pair = joined;
        return List.of(joined.manage(0), joined.manage(1));
    }

    @Override
    void stopServers() throws SQLException {
        if (pair != null) {
            pair.close();
        }
    }

    @Override
    String pair() {
        return "p";
    }
}
