package io.pinion.integration.tpcc;

import io.pinion.integration.testing.NeedsTwoMySql97;
import java.nio.file.Path;

@NeedsTwoMySql97
class TpccMySql97IT extends TpccScenario {
    @Override
    TpccCluster open(Path directory) throws Exception {
        return TpccCluster.ofMySql97(directory);
    }
}
