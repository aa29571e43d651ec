package io.pinion.integration.writes;

import io.pinion.integration.testing.SchemaCluster;
import java.nio.file.Path;

/** On MariaDB. */
class LocalIdIT extends LocalIdScenarios {
    @Override
    protected SchemaCluster open(Path directory) throws Exception {
        return SchemaCluster.ofMariaDb(directory);
    }
}
