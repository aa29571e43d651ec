package io.pinion.integration.clients;

import static io.pinion.integration.clients.ClientProgram.installed;
import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.SchemaCluster;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With MariaDB's programs, on MariaDB. */
class ShardedDumpIT extends ShardedDumpScenarios {
    @Override
    protected SchemaCluster open(Path directory) throws Exception {
        return SchemaCluster.ofMariaDb(directory);
    }

    @Override
    ClientProgram dumper() {
        return installed("mariadb-dump", ClientProgram.find(List.of("mariadb-dump"), "--version"));
    }

    @Override
    List<String> options() {
        return List.of();
    }

    @Override
    ClientProgram loader() {
        return installed("mariadb", ClientProgram.find(List.of("mariadb"), "--version"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--single-transaction"})
    void allDatabases(String option) {
        assertThat(dump(option, "--all-databases"))
                .contains("USE `pinterest`;", "USE `lookup`;", "USE `legacy`;", "INSERT INTO `phones` VALUES");
    }
}
