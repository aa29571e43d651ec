package io.pinion.server;

import io.pinion.server.testing.SchemaCluster;
import java.nio.file.Path;

/** On MariaDB. */
class LocalIdIT extends LocalIdScenarios {
    @Override
    SchemaCluster open(Path directory) throws Exception {
        return SchemaCluster.ofMariaDb(directory);
    }
}
