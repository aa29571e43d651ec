package io.pinion.integration.tpcc;

import java.nio.file.Path;

/** On three MariaDB servers. */
class TpccIT extends TpccScenario {
    @Override
    TpccCluster open(Path directory) throws Exception {
        return TpccCluster.ofMariaDb(directory);
    }
}
