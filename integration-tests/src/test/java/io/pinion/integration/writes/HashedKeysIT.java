package io.pinion.integration.writes;

import io.pinion.integration.testing.SchemaCluster;
import java.nio.file.Path;

/** On MariaDB. */
class HashedKeysIT extends HashedKeysScenarios {
    @Override
    protected SchemaCluster open(Path directory) throws Exception {
        return SchemaCluster.ofMariaDb(directory);
    }

    @Override
    String exact() {
        return "utf8mb4_nopad_bin";
    }
}
