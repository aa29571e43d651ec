package io.pinion.protocol.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OversizePacketTest {
    private final OversizePacket packet = new OversizePacket();

    @Test
    void aShortPacketEndsWithItsLastByte() {
        packet.skip(physical(3, 2).slice(0, 6));
        assertThat(packet.hasEnded()).isFalse();

        packet.skip(Unpooled.wrappedBuffer(new byte[1]));
        assertThat(packet.hasEnded()).isTrue();
        assertThat(packet.nextSequence()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 1_000_003, Integer.MAX_VALUE})
    void theAnswerIsNumberedBehindTheLastPhysicalPacketHoweverTheBytesCome(int pieceBytes) {
        ByteBuf whole = Unpooled.wrappedBuffer(physical(PacketFramer.MAX_PHYSICAL_BYTES, 4), physical(70_000, 5));
        while (whole.isReadable()) {
            assertThat(packet.hasEnded()).isFalse();
            packet.skip(whole.readSlice(Math.min(pieceBytes, whole.readableBytes())));
        }
        assertThat(packet.hasEnded()).isTrue();
        assertThat(packet.nextSequence()).isEqualTo(6);
    }

    @Test
    void anEmptyLastPacketEndsItToo() {
        packet.skip(physical(PacketFramer.MAX_PHYSICAL_BYTES, 255));
        assertThat(packet.hasEnded()).isFalse();

        packet.skip(physical(0, 0));
        assertThat(packet.hasEnded()).isTrue();
        assertThat(packet.nextSequence()).isEqualTo(1);
    }

    @Test
    void whatFollowsIsLeftAlone() {
        ByteBuf both = Unpooled.wrappedBuffer(physical(10, 0), physical(7, 0));

        packet.skip(both);

        assertThat(both.readableBytes()).isEqualTo(PacketFramer.HEADER_BYTES + 7);
    }

    private static ByteBuf physical(int bytes, int sequence) {
        return Unpooled.buffer(PacketFramer.HEADER_BYTES + bytes)
                .writeMediumLE(bytes)
                .writeByte(sequence)
                .writeZero(bytes);
    }
}
