package io.pinion.server;

import io.pinion.routing.text.lexer.Dialect;
import io.pinion.server.testing.NeedsTwoMySql97;
import io.pinion.server.testing.SchemaCluster;
import java.nio.file.Path;

@NeedsTwoMySql97
class ReadingMySql97IT extends ReadingScenarios {
    @Override
    SchemaCluster open(Path directory) throws Exception {
        return SchemaCluster.ofMySql97(directory);
    }

    @Override
    Dialect dialect() {
        return Dialect.MYSQL;
    }
}
