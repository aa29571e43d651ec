package io.pinion.server.tpcc;

import io.pinion.demo.GivenServers;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledIf;

/** On two MySQL 9.7 that were given. */
@EnabledIf("serversAreGiven")
class TpccMySql97IT extends TpccScenario {
    static boolean serversAreGiven() {
        return GivenServers.mysql97().addresses().size() >= 2;
    }

    @Override
    TpccCluster open(Path directory) throws Exception {
        return TpccCluster.ofMySql97(directory);
    }
}
