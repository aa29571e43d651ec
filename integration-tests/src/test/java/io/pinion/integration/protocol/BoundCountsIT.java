package io.pinion.integration.protocol;

import io.pinion.integration.testing.SchemaCluster;
import java.nio.file.Path;

/** On MariaDB. */
class BoundCountsIT extends BoundCountsScenarios {
    @Override
    protected SchemaCluster open(Path directory) throws Exception {
        return SchemaCluster.ofMariaDb(directory);
    }
}
