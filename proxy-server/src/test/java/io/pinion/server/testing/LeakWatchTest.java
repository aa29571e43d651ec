package io.pinion.server.testing;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBufAllocator;
import org.junit.jupiter.api.Test;

/** The watch over all other tests sees a buffer that nobody releases, and says what tells more. */
class LeakWatchTest {
    @Test
    void itFindsALostBuffer() {
        LeakWatch watch = new LeakWatch();
        watch.begin();
        lose();

        assertThatThrownBy(watch::end)
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll("LEAK: ByteBuf.release() was not called", "-Dpinion.leak.records=8");
    }

    private static void lose() {
        for (int i = 0; i < 100; i++) {
            ByteBufAllocator.DEFAULT.directBuffer(16).writeByte(i);
        }
    }
}
