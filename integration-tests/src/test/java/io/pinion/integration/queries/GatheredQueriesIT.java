package io.pinion.integration.queries;

import io.pinion.integration.testing.SchemaCluster;
import java.nio.file.Path;

/** On MariaDB. */
class GatheredQueriesIT extends GatheredQueriesScenarios {
    @Override
    protected SchemaCluster open(Path directory) throws Exception {
        return SchemaCluster.ofMariaDb(directory);
    }
}
