package io.pinion.server;

import io.pinion.server.testing.NeedsTwoMySql97;
import io.pinion.server.testing.SchemaCluster;
import java.nio.file.Path;

@NeedsTwoMySql97
class BoundCountsMySql97IT extends BoundCountsScenarios {
    @Override
    SchemaCluster open(Path directory) throws Exception {
        return SchemaCluster.ofMySql97(directory);
    }
}
