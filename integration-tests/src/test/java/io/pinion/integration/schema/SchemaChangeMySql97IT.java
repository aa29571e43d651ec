package io.pinion.integration.schema;

import io.pinion.integration.testing.NeedsTwoMySql97;
import io.pinion.integration.testing.SchemaCluster;
import java.nio.file.Path;

@NeedsTwoMySql97
class SchemaChangeMySql97IT extends SchemaChangeScenarios {
    @Override
    protected SchemaCluster open(Path directory) throws Exception {
        return SchemaCluster.ofMySql97(directory);
    }
}
