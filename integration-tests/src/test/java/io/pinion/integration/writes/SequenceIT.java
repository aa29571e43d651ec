package io.pinion.integration.writes;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.SchemaCluster;
import java.nio.file.Path;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** On MariaDB. */
class SequenceIT extends SequenceScenarios {
    @Test
    void aNumberThatIsReturnedIsTheInsertId() throws Exception {
        create("returned", VISITS);
        try (Statement statement = client.createStatement()) {
            assertThat(statement.execute("INSERT INTO returned (ip) VALUES ('a') RETURNING visit_id"))
                    .isTrue();
            assertThat(statement.getResultSet().next()).isTrue();
            assertThat(statement.getResultSet().getLong(1)).isEqualTo(1);
        }
        assertThat(ask(client, "SELECT LAST_INSERT_ID()")).containsExactly("1");
    }

    @Override
    protected SchemaCluster open(Path directory) throws Exception {
        return SchemaCluster.ofMariaDb(directory);
    }
}
