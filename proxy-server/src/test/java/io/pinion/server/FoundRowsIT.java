package io.pinion.server;

import io.pinion.server.testing.SchemaCluster;
import java.nio.file.Path;

/** On MariaDB. */
class FoundRowsIT extends FoundRowsScenarios {
    @Override
    SchemaCluster open(Path directory) throws Exception {
        return SchemaCluster.ofMariaDb(directory);
    }
}
