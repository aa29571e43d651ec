package io.pinion.integration.writes;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.SchemaCluster;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** On MariaDB. */
class CarriedValuesIT extends CarriedValuesScenarios {
    @Override
    protected SchemaCluster open(Path directory) throws Exception {
        return SchemaCluster.ofMariaDb(directory);
    }

    /** MariaDB keeps more digits of a quotient than it shows; MySQL doesn't. */
    @Test
    void quotientsAreRoundedOrRefused() throws SQLException {
        both("INSERT INTO typed (k, ref) VALUES (%d, %d)".formatted(pin(2), pin(1)));
        for (String sql : new String[] {
            "UPDATE typed SET f = (SELECT MAX(n) / 7 FROM pins WHERE n < 6)",
            "INSERT INTO typed (k, ref, f) SELECT id, id, n / 7 * 3 FROM pins WHERE n = 3",
            "INSERT INTO typed (k, ref, f) SELECT x.id, x.id, x.q FROM (SELECT id, n / 7 AS q FROM pins WHERE n = 3) x"
        }) {
            assertThatThrownBy(() -> run(client, sql)).as(sql).hasMessageContaining("write CAST(… AS DECIMAL");
        }
        sameOutcome(
                "typed ORDER BY k",
                "k, f, d, name",
                "UPDATE typed SET f = (SELECT ROUND(MAX(n) / 7 * 3, 6) FROM pins WHERE n < 6), d = (SELECT MAX(d) FROM sources"
                        + " WHERE i > 1)");
    }
}
