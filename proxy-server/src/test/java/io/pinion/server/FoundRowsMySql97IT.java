package io.pinion.server;

import io.pinion.demo.GivenServers;
import io.pinion.server.testing.SchemaCluster;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledIf;

/** On two MySQL 9.7 that were given. */
@EnabledIf("serversAreGiven")
class FoundRowsMySql97IT extends FoundRowsScenarios {
    static boolean serversAreGiven() {
        return GivenServers.mysql97().addresses().size() >= 2;
    }

    @Override
    SchemaCluster open(Path directory) throws Exception {
        return SchemaCluster.ofMySql97(directory);
    }
}
