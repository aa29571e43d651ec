package io.pinion.integration.faults.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class ToldTest {
    @Test
    void aLostConnectionLeavesTheWriteInDoubt() {
        assertThat(Told.by(new SQLException("Communications link failure", "08S01", 0)))
                .isEqualTo(Told.IN_DOUBT);
    }

    @Test
    void aFenceRefuses() {
        assertThat(Told.by(new SQLException("running with the --read-only option", "HY000", 1290)))
                .isEqualTo(Told.NOT_COMMITTED);
    }

    @Test
    void anErrorMayLeaveItInDoubt() {
        assertThat(Told.by(new SQLException(
                        "the server went away while the statement ran; it may have run", "08S01", 1053)))
                .isEqualTo(Told.IN_DOUBT);
    }
}
