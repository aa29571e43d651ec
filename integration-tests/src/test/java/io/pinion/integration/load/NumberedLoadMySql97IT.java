package io.pinion.integration.load;

import io.pinion.integration.testing.NeedsTwoMySql97;
import io.pinion.integration.testing.SchemaCluster;
import java.nio.file.Path;

@NeedsTwoMySql97
class NumberedLoadMySql97IT extends NumberedLoadScenarios {
    @Override
    protected SchemaCluster open(Path directory) throws Exception {
        return SchemaCluster.ofMySql97(directory);
    }
}
