package io.pinion.server;

import io.pinion.server.testing.NeedsTwoMySql97;
import io.pinion.server.testing.SchemaCluster;
import java.nio.file.Path;

/** By MySQL's default sql_mode, whose ONLY_FULL_GROUP_BY asks for dependence on keys. */
@NeedsTwoMySql97
class ReportQueriesMySql97IT extends ReportQueriesScenarios {
    @Override
    SchemaCluster open(Path directory) throws Exception {
        return SchemaCluster.ofMySql97(directory);
    }
}
