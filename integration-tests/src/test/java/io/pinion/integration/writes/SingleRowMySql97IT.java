package io.pinion.integration.writes;

import io.pinion.integration.testing.NeedsTwoMySql97;
import io.pinion.integration.testing.SchemaCluster;
import java.nio.file.Path;

@NeedsTwoMySql97
class SingleRowMySql97IT extends SingleRowScenarios {
    @Override
    protected SchemaCluster open(Path directory) throws Exception {
        return SchemaCluster.ofMySql97(directory);
    }
}
