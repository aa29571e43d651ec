package io.pinion.server;

import io.pinion.server.testing.NeedsTwoMySql97;
import io.pinion.server.testing.SchemaCluster;
import java.nio.file.Path;
import java.util.List;

/** On MySQL 9.7. */
@NeedsTwoMySql97
class OwnStatementsMySql97IT extends OwnStatementsScenarios {
    @Override
    SchemaCluster open(Path directory) throws Exception {
        return SchemaCluster.ofMySql97(directory);
    }

    @Override
    List<String> furtherSettings() {
        return List.of("sql_mode = 'ANSI'", "max_execution_time = 30000");
    }
}
