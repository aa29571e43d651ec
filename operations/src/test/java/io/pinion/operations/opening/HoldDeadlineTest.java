package io.pinion.operations.opening;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.operations.copy.Pace;
import io.pinion.operations.engine.CopySpeed;
import io.pinion.operations.engine.OperationRefused;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HoldDeadlineTest {
    private final HoldDeadline deadline = new HoldDeadline();
    private final Pace pace = Pace.quiet(CopySpeed.UNLIMITED, deadline);

    @Test
    void whatIsWrittenBeforeClientsWaitHasNoEnd() {
        assertThatCode(() -> pace.wrote(1, 1)).doesNotThrowAnyException();
    }

    @Test
    void whatIsWrittenWhileTheyWaitEndsBehindTheBatchInWhichTheirTimeIsOver() {
        deadline.begins(Duration.ofMinutes(1));
        assertThatCode(() -> pace.wrote(1, 1)).doesNotThrowAnyException();

        deadline.begins(Duration.ZERO);

        assertThatThrownBy(() -> pace.wrote(1, 1))
                .isInstanceOf(OperationRefused.class)
                .hasMessageContaining("takes longer than statements may wait");
    }
}
