package io.pinion.integration.load;

import io.pinion.integration.testing.SchemaCluster;
import java.nio.file.Path;

/** On MariaDB. */
class ShardedLoadIT extends ShardedLoadScenarios {
    @Override
    protected SchemaCluster open(Path directory) throws Exception {
        return SchemaCluster.ofMariaDb(directory);
    }
}
