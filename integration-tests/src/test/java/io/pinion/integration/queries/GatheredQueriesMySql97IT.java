package io.pinion.integration.queries;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.NeedsTwoMySql97;
import io.pinion.integration.testing.SchemaCluster;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

@NeedsTwoMySql97
class GatheredQueriesMySql97IT extends GatheredQueriesScenarios {
    @Override
    protected SchemaCluster open(Path directory) throws Exception {
        return SchemaCluster.ofMySql97(directory);
    }

    @Test
    void tablesAreAnsweredWhole() throws SQLException {
        for (String sql : new String[] {
            "TABLE posts ORDER BY id LIMIT 5 OFFSET 3",
            "TABLE likes UNION TABLE likes ORDER BY 1, 2",
            "TABLE posts EXCEPT (SELECT * FROM posts WHERE n > 2) ORDER BY id"
        }) {
            assertThat(ask(client, sql)).as(sql).isEqualTo(ask(plain, sql)).isNotEmpty();
        }
    }
}
