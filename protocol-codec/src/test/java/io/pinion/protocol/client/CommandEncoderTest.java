package io.pinion.protocol.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.pinion.protocol.frame.PacketFramer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CommandEncoderTest {
    private static final ByteBufAllocator HEAP = UnpooledByteBufAllocator.DEFAULT;

    static Stream<Arguments> commands() {
        return Stream.of(
                Arguments.of("query", CommandEncoder.query(ascii("DO 1"), HEAP), "05000000 03 444f2031"),
                Arguments.of("initDatabase", CommandEncoder.initDatabase(ascii("pho"), HEAP), "04000000 02 70686f"),
                Arguments.of(
                        "fieldList", CommandEncoder.fieldList(ascii("t"), ascii("%"), HEAP), "04000000 04 7400 25"),
                Arguments.of("multiStatements on", CommandEncoder.multiStatements(true, HEAP), "03000000 1b 0000"),
                Arguments.of("multiStatements off", CommandEncoder.multiStatements(false, HEAP), "03000000 1b 0100"),
                Arguments.of("resetConnection", CommandEncoder.resetConnection(HEAP), "01000000 1f"),
                Arguments.of("prepare", CommandEncoder.prepare(ascii("DO ?"), HEAP), "05000000 16 444f203f"),
                Arguments.of(
                        "execute",
                        CommandEncoder.execute(7, 1, List.of(BoundParameter.number(5)), HEAP),
                        "16000000 17 07000000 01 01000000 00 01 0800 0500000000000000"),
                Arguments.of(
                        "longData",
                        CommandEncoder.longData(7, 2, Unpooled.wrappedBuffer(ascii("xy")), HEAP),
                        "09000000 18 07000000 0200 7879"),
                Arguments.of("fetch", CommandEncoder.fetch(7, 100, HEAP), "09000000 1c 07000000 64000000"),
                Arguments.of("close", CommandEncoder.close(7, HEAP), "05000000 19 07000000"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("commands")
    void eachCommandHasItsBytes(String name, ByteBuf packet, String hex) {
        assertThat(ByteBufUtil.hexDump(packet)).isEqualTo(hex.replace(" ", ""));
        assertThat(packet.isWritable()).as("room to spare").isFalse();
    }

    @Test
    void aTextOfExactlyOnePacketIsFollowedByAnEmptyOne() {
        ByteBuf packets = CommandEncoder.query(new byte[PacketFramer.MAX_PHYSICAL_BYTES - 1], HEAP);

        assertThat(packets.readableBytes()).isEqualTo(PacketFramer.MAX_PHYSICAL_BYTES + 2 * PacketFramer.HEADER_BYTES);
        assertThat(packets.getInt(packets.writerIndex() - PacketFramer.HEADER_BYTES))
                .isEqualTo(0x00000001);
        assertThat(packets.isWritable()).as("room to spare").isFalse();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
