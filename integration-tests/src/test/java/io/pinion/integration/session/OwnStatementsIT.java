package io.pinion.integration.session;

import io.pinion.integration.testing.SchemaCluster;
import java.nio.file.Path;
import java.util.List;

/** On MariaDB. */
class OwnStatementsIT extends OwnStatementsScenarios {
    @Override
    protected SchemaCluster open(Path directory) throws Exception {
        return SchemaCluster.ofMariaDb(directory);
    }

    @Override
    List<String> furtherSettings() {
        return List.of("sql_mode = 'ORACLE'", "max_statement_time = 30");
    }
}
