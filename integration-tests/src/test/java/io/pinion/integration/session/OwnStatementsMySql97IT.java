package io.pinion.integration.session;

import io.pinion.integration.testing.NeedsTwoMySql97;
import io.pinion.integration.testing.SchemaCluster;
import java.nio.file.Path;
import java.util.List;

/** On MySQL 9.7. */
@NeedsTwoMySql97
class OwnStatementsMySql97IT extends OwnStatementsScenarios {
    @Override
    protected SchemaCluster open(Path directory) throws Exception {
        return SchemaCluster.ofMySql97(directory);
    }

    @Override
    List<String> furtherSettings() {
        return List.of("sql_mode = 'ANSI'", "max_execution_time = 30000");
    }
}
