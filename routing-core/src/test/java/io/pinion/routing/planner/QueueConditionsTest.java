package io.pinion.routing.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueueConditionsTest {
    private static final String NEITHER =
            "queue pins: no condition on state and updated_at, so that the server reads all partitions";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM pins WHERE state = 0 AND updated_at < '2026-01-01'",
                "SELECT * FROM pins p WHERE p.state IN (0, 1) AND p.`updated_at` BETWEEN ? AND ?",
                "UPDATE pins SET state = 1 WHERE id = 7 AND 0 = state AND updated_at = ?",
                "INSERT INTO pins (state) VALUES (1)",
                "SELECT * FROM boards",
                "SELECT pins FROM boards",
                "SELECT * FROM legacy.pins"
            })
    void nothingIsMissed(String sql) {
        assertThat(missing(sql)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT state, updated_at FROM pins",
                "DELETE FROM pinterest.pins WHERE data LIKE ?",
                "UPDATE pins SET state = 1, updated_at = ? WHERE id = 7",
                "SELECT * FROM boards b JOIN pins p ON p.id = b.id WHERE b.id = 7",
                "SELECT * FROM db00003.pins WHERE local_id = 7",
                "SELECT * FROM pins WHERE state <> 1 ORDER BY updated_at"
            })
    void bothAreMissed(String sql) {
        assertThat(missing(sql)).containsExactly(NEITHER);
    }

    @Test
    void oneOfThemIsMissed() {
        assertThat(missing("SELECT * FROM pins WHERE updated_at > ?"))
                .containsExactly("queue pins: no condition on state, so that the server reads all partitions");
        assertThat(missing("SELECT * FROM pins WHERE state = ? LIMIT 1"))
                .containsExactly(
                        "queue pins: no condition on updated_at, so that the server reads all partitions of the"
                                + " states that it names");
    }

    private static List<String> missing(String sql) {
        return QueueConditions.missing(DemoCatalog.withQueue(), Optional.of("pinterest"), sql);
    }
}
