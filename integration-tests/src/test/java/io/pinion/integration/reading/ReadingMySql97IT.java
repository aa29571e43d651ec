package io.pinion.integration.reading;

import io.pinion.integration.testing.NeedsTwoMySql97;
import io.pinion.integration.testing.SchemaCluster;
import io.pinion.routing.text.lexer.Dialect;
import java.nio.file.Path;

@NeedsTwoMySql97
class ReadingMySql97IT extends ReadingScenarios {
    @Override
    protected SchemaCluster open(Path directory) throws Exception {
        return SchemaCluster.ofMySql97(directory);
    }

    @Override
    Dialect dialect() {
        return Dialect.MYSQL;
    }
}
