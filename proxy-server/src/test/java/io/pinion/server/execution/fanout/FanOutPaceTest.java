package io.pinion.server.execution.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FanOutPaceTest {
    private static final int MANY_BYTES = 9 * 1024 * 1024;

    @Test
    void withoutTurnsAllAreAskedAtOnce() {
        FanOutPace pace = FanOutPace.allAtOnce(4096);

        assertThat(pace.allows(4095)).isTrue();
        assertThat(pace.ended()).isFalse();
    }

    @Test
    void aPageAsksTheFirstShardAndThenMoreAndMore() {
        FanOutPace pace = FanOutPace.inTurn(50, true);

        assertThat(allowed(pace)).isEqualTo(1);
        assertThat(pace.ended()).isTrue();
        assertThat(allowed(pace)).isEqualTo(5);
        end(pace, 3);
        assertThat(allowed(pace)).isEqualTo(5);
        assertThat(pace.ended()).isTrue();
        assertThat(allowed(pace)).isEqualTo(21);
        end(pace, 16);
        assertThat(allowed(pace)).isEqualTo(50);
    }

    @Test
    void shardsWithManyRowsAreAskedOneByOne() {
        FanOutPace pace = FanOutPace.inTurn(100, false);

        assertThat(allowed(pace)).isEqualTo(16);
        pace.rowCame(MANY_BYTES);
        end(pace, 16);
        assertThat(allowed(pace)).isEqualTo(20);
        pace.rowCame(MANY_BYTES);
        end(pace, 4);
        assertThat(allowed(pace)).isEqualTo(21);
    }

    private static int allowed(FanOutPace pace) {
        int number = 0;
        while (pace.allows(number)) {
            number++;
        }
        return number;
    }

    private static void end(FanOutPace pace, int statements) {
        for (int i = 0; i < statements; i++) {
            pace.ended();
        }
    }
}
