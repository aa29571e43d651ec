package io.pinion.integration.protocol;

import io.pinion.integration.testing.NeedsTwoMySql97;
import io.pinion.integration.testing.SchemaCluster;
import java.nio.file.Path;

@NeedsTwoMySql97
class BoundCountsMySql97IT extends BoundCountsScenarios {
    @Override
    protected SchemaCluster open(Path directory) throws Exception {
        return SchemaCluster.ofMySql97(directory);
    }
}
