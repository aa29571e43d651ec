package io.pinion.operations.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class OperationRefusedTest {
    @Test
    void tellsWhatHasFailed() {
        SQLException why = new SQLException("the server is gone", "08S01");
        OperationRefused refused = new OperationRefused("undone; RESUME OPERATION 7 tries again", why);
        assertThat(refused).hasMessage("undone; RESUME OPERATION 7 tries again").hasCause(why);
        assertThat(refused.code()).isEqualTo(1105);
        assertThat(refused.leaves()).isEqualTo(OperationRefused.Leaves.AS_BEFORE);
    }
}
