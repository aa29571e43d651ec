package io.pinion.routing.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobQueueTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "datetime NOT NULL DEFAULT current_timestamp() ON UPDATE current_timestamp()",
                "DATETIME DEFAULT (NOW())",
                "now() DEFAULT_GENERATED",
                "DEFAULT LOCALTIMESTAMP(6)"
            })
    void theTimeOfASessionIsLocal(String attributes) {
        assertThat(JobQueue.takesLocalTime(attributes)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "datetime NOT NULL DEFAULT (utc_timestamp())",
                "datetime NOT NULL COMMENT 'it''s UTC, not now()'",
                "datetime NOT NULL DEFAULT '2000-01-01 00:00:00'"
            })
    void othersArent(String attributes) {
        assertThat(JobQueue.takesLocalTime(attributes)).isFalse();
    }
}
