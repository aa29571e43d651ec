package io.pinion.operations.copy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CopyProgressTest {
    @Test
    void tablesAreCountedWhileTheyAreMade() {
        assertThat(new CopyProgress(1200, 0, 8192, 0, 0, 1 << 20, Duration.ofSeconds(9), ""))
                .hasToString("tables made 1200 of 8192");
    }

    @Test
    void rowsAreCountedBehindThat() {
        assertThat(new CopyProgress(2, 1, 2, 7, 1 << 20, 2 << 20, Duration.ofSeconds(1), "A is busy"))
                .hasToString("50 %, table 2 of 2, 7 rows, 1 MB at 1.0 MB/s, about 1 s left; waits: A is busy");
    }
}
