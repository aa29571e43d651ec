package io.pinion.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;

class LongDataTest {
    private final LongData.Budget budget = new LongData.Budget(1_000);
    private final LongData data = new LongData(budget);

    @Test
    void emptyValuesCount() {
        for (int parameter = 0; parameter < 8; parameter++) {
            data.add(parameter, Unpooled.EMPTY_BUFFER);
        }
        assertThat(data.isTooLong()).isTrue();
        assertThat(data.values()).isEmpty();
    }

    @Test
    void piecesOfOneValueCountByTheirBytes() {
        for (int piece = 0; piece < 50; piece++) {
            data.add(0, Unpooled.wrappedBuffer(new byte[10]));
        }
        assertThat(data.isTooLong()).isFalse();
        data.clear();
        data.add(1, Unpooled.wrappedBuffer(new byte[800]));
        assertThat(data.isTooLong()).isFalse();
    }
}
