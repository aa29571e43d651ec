package io.pinion.server;

import io.pinion.server.testing.SchemaCluster;
import java.nio.file.Path;

/** On MariaDB. */
class HashedKeysIT extends HashedKeysScenarios {
    @Override
    SchemaCluster open(Path directory) throws Exception {
        return SchemaCluster.ofMariaDb(directory);
    }

    @Override
    String exact() {
        return "utf8mb4_nopad_bin";
    }
}
