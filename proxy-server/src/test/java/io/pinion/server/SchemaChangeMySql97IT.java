package io.pinion.server;

import io.pinion.server.testing.SchemaCluster;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledIf;

/** On two MySQL 9.7 that were given. */
@EnabledIf("serversAreGiven")
class SchemaChangeMySql97IT extends SchemaChangeScenarios {
    static boolean serversAreGiven() {
        return io.pinion.demo.GivenServers.mysql97().addresses().size() >= 2;
    }

    @Override
    SchemaCluster open(Path directory) throws Exception {
        return SchemaCluster.ofMySql97(directory);
    }
}
