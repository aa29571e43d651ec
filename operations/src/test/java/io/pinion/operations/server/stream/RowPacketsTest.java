package io.pinion.operations.server.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Where packets begin and end. */
class RowPacketsTest {
    private final Random random = new Random(7);

    private byte[] payload(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] sent(byte[]... payloads) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] payload : payloads) {
            int from = 0;
            int part;
            do {
                part = Math.min(payload.length - from, RowPackets.LONGEST_PART);
                all.writeBytes(new byte[] {(byte) part, (byte) (part >> 8), (byte) (part >> 16), 1});
                all.write(payload, from, part);
                from += part;
            } while (part == RowPackets.LONGEST_PART);
        }
        return all.toByteArray();
    }

    /** @param atOnce the most that comes by one read */
    private static RowPackets coming(byte[] bytes, int atOnce) {
        return new RowPackets(new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] into, int from, int count) {
                return super.read(into, from, Math.min(count, atOnce));
            }
        });
    }

    private static byte[] next(RowPackets packets) throws IOException {
        packets.next();
        assertThat(packets.firstByte()).isEqualTo(packets.bytes()[packets.from()] & 0xFF);
        assertThat(packets.length()).isEqualTo(packets.to() - packets.from());
        return Arrays.copyOfRange(packets.bytes(), packets.from(), packets.to());
    }

    @Test
    void packetsAreReadHoweverTheyCome() throws IOException {
        byte[][] payloads = {payload(1), payload(5), payload(250), payload(300_000), payload(3), payload(40_000)};
        byte[] sent = sent(payloads);
        for (int atOnce : new int[] {1, 2, 3, 5, 1000, 16_384, Integer.MAX_VALUE}) {
            RowPackets packets = coming(sent, atOnce);
            for (byte[] payload : payloads) {
                assertThat(next(packets)).isEqualTo(payload);
            }
        }
    }

    @Test
    void partsOfALongPacketAreJoined() throws IOException {
        byte[][] payloads = {
            payload(RowPackets.LONGEST_PART - 1),
            payload(RowPackets.LONGEST_PART),
            payload(2),
            payload(2 * RowPackets.LONGEST_PART + 10),
            payload(9),
            payload(9)
        };
        byte[] sent = sent(payloads);
        for (int atOnce : new int[] {16_384, Integer.MAX_VALUE}) {
            RowPackets packets = coming(sent, atOnce);
            for (byte[] payload : payloads) {
                assertThat(next(packets)).isEqualTo(payload);
            }
        }
    }

    @Test
    void anEndInTheMiddleIsTold() {
        byte[] sent = sent(payload(100));
        for (int length : new int[] {0, 3, 4, 103}) {
            RowPackets packets = coming(Arrays.copyOf(sent, length), Integer.MAX_VALUE);
            assertThatThrownBy(packets::next).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void anEmptyPacketIsNoRow() {
        RowPackets packets = coming(sent(payload(0)), Integer.MAX_VALUE);
        assertThatThrownBy(packets::next).hasMessageContaining("empty packet");
    }
}
