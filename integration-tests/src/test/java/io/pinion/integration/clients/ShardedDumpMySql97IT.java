package io.pinion.integration.clients;

import static io.pinion.integration.clients.ClientProgram.installed;

import io.pinion.integration.testing.NeedsTwoMySql97;
import io.pinion.integration.testing.SchemaCluster;
import java.nio.file.Path;
import java.util.List;

/** With MySQL's programs, on MySQL. */
@NeedsTwoMySql97
class ShardedDumpMySql97IT extends ShardedDumpScenarios {
    @Override
    protected SchemaCluster open(Path directory) throws Exception {
        return SchemaCluster.ofMySql97(directory);
    }

    @Override
    ClientProgram dumper() {
        return installed("MySQL's mysqldump", ClientProgram.mysql("mysqldump"));
    }

    /** One server's GTIDs can't be loaded into others; without a home pair there is no performance_schema to ask for policies. */
    @Override
    List<String> options() {
        return List.of("--set-gtid-purged=OFF", "--skip-masking-policies");
    }

    @Override
    ClientProgram loader() {
        return installed("the mysql command line", ClientProgram.mysql("mysql"));
    }
}
