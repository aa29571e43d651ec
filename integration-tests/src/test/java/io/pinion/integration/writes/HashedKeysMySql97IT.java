package io.pinion.integration.writes;

import io.pinion.integration.testing.NeedsTwoMySql97;
import io.pinion.integration.testing.SchemaCluster;
import java.nio.file.Path;

@NeedsTwoMySql97
class HashedKeysMySql97IT extends HashedKeysScenarios {
    @Override
    protected SchemaCluster open(Path directory) throws Exception {
        return SchemaCluster.ofMySql97(directory);
    }

    @Override
    String exact() {
        return "utf8mb4_0900_bin";
    }
}
