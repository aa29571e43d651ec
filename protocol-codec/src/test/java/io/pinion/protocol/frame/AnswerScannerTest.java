package io.pinion.protocol.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.pinion.protocol.Hex;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.ErrorCode;
import org.junit.jupiter.api.Test;

class AnswerScannerTest {
    private static final int MAX = PacketFramer.MAX_PHYSICAL_BYTES;
    private static final Capabilities CLASSIC = Capabilities.of(Capabilities.PROTOCOL_41);
    private static final Capabilities DEPRECATE_EOF = CLASSIC.with(Capabilities.DEPRECATE_EOF);

    private final AnswerScanner scanner = new AnswerScanner();

    @Test
    void aCommandWithoutAnswerIsCompleteAtOnce() {
        scanner.expect(Expecting.NOTHING, CLASSIC);

        assertThat(scanner.isComplete()).isTrue();
        assertThat(scanner.scan(Hex.buffer("010000 01 00"), 0, 5)).isZero();
    }

    @Test
    void aRowOfSixteenMegabytesMayBeginLikeAnEndAndContinueLikeOne() {
        for (Capabilities agreed : new Capabilities[] {CLASSIC, DEPRECATE_EOF}) {
            ByteBuf answer = Unpooled.buffer(MAX + 100);
            PacketWriter packets = new PacketWriter(answer, 1);
            beginResult(packets, agreed);
            ByteBuf value = Unpooled.wrappedBuffer(new byte[MAX + 5]);
            for (int at = MAX - 20; at < value.capacity(); at++) {
                value.setByte(at, 0xFE);
            }
            packets.begin().lengthEncodedBytes(value);
            packets.end();
            endRows(packets, agreed, 0x0002);

            assertThatAnswerEnds(answer, agreed, 1);
        }
    }

    @Test
    void aRowOfExactlyOnePhysicalPacketEndsWithTheEmptyOne() {
        ByteBuf answer = Unpooled.buffer(MAX + 100);
        PacketWriter packets = new PacketWriter(answer, 1);
        beginResult(packets, DEPRECATE_EOF);
        packets.begin().lengthEncodedBytes(new byte[MAX - 4]);
        packets.end();
        endRows(packets, DEPRECATE_EOF, 0x0002);

        assertThatAnswerEnds(answer, DEPRECATE_EOF, 1);
    }

    @Test
    void aClassicRowThatBeginsWith0xFEIsNoEofWhenItIsLonger() {
        ByteBuf answer = Unpooled.buffer();
        PacketWriter packets = new PacketWriter(answer, 1);
        beginResult(packets, CLASSIC);
        // Nine bytes: the shortest thing that is not taken for an EOF.
        packets.begin().bytes(Hex.bytes("fe 0000000000000000"));
        packets.end();
        endRows(packets, CLASSIC, 0x0002);

        assertThatAnswerEnds(answer, CLASSIC, 1);
    }

    @Test
    void aFileIsAskedForAndTheAnswerGoesOnBehindIt() {
        ByteBuf request = Hex.buffer("""
                09 0000 01  fb 2f746d702f612e63  # the file's name""");
        scanner.expect(Expecting.RESULTS, CLASSIC);

        assertThat(scanner.scan(request, 0, request.writerIndex())).isEqualTo(request.writerIndex());
        assertThat(scanner.awaitsFile()).isTrue();
        assertThat(scanner.isComplete()).isFalse();

        scanner.fileSent();
        ByteBuf ok = Hex.buffer("070000 04  00 02 00 0200 0000");
        scanner.scan(ok, 0, ok.writerIndex());
        assertThat(scanner.isComplete()).isTrue();
        assertThat(scanner.facts().affectedRows()).isEqualTo(2);
    }

    @Test
    void anErrorInsteadOfWaitingForTheFileEndsTheAnswer() {
        ByteBuf answer = Hex.buffer("""
                09 0000 01  fb 2f746d702f612e63
                09 0000 02  ff 8404 23 3038533031  # packets out of order: it was sent a command""");
        scanner.expect(Expecting.RESULTS, CLASSIC);

        int request = scanner.scan(answer, 0, answer.writerIndex());
        assertThat(request).isEqualTo(13);
        assertThat(scanner.scan(answer, request, answer.writerIndex())).isEqualTo(answer.writerIndex());
        assertThat(scanner.isComplete()).isTrue();
        assertThat(scanner.facts().errorCode()).isEqualTo(1156);
    }

    @Test
    void nothingButAnErrorComesWhileAFileIsAwaited() {
        ByteBuf answer = Hex.buffer("09 0000 01  fb 2f746d702f612e63  070000 02  00 00 00 0200 0000");
        scanner.expect(Expecting.RESULTS, CLASSIC);

        int request = scanner.scan(answer, 0, answer.writerIndex());
        assertThatThrownBy(() -> scanner.scan(answer, request, answer.writerIndex()))
                .isInstanceOf(MalformedPacket.class)
                .hasMessageContaining("FILE");
    }

    @Test
    void anAnswerThatIsNotTheNextInOrderIsRefused() {
        scanner.expect(Expecting.ACKNOWLEDGEMENT, CLASSIC);

        assertThatThrownBy(() -> scanner.scan(Hex.buffer("070000 02  00 00 00 0200 0000"), 0, 11))
                .isInstanceOfSatisfying(
                        MalformedPacket.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NET_PACKETS_OUT_OF_ORDER));
    }

    @Test
    void aRowThatSkipsASequenceIdIsRefused() {
        ByteBuf answer = Hex.buffer("010000 01 01  010000 02 03  050000 03 fe00000200  020000 04 0131  020000 06 0132");
        scanner.expect(Expecting.RESULTS, CLASSIC);

        assertThatThrownBy(() -> scanner.scan(answer, 0, answer.writerIndex())).isInstanceOf(MalformedPacket.class);
    }

    @Test
    void sequenceIdsWrap() {
        ByteBuf answer = Unpooled.buffer();
        PacketWriter packets = new PacketWriter(answer, 1);
        beginResult(packets, DEPRECATE_EOF);
        for (int row = 0; row < 600; row++) {
            packets.begin().uint8(1).uint8('1');
            packets.end();
        }
        endRows(packets, DEPRECATE_EOF, 0x0002);

        assertThatAnswerEnds(answer, DEPRECATE_EOF, 600);
    }

    @Test
    void nonsenseIsRefused() {
        assertThatIsRefused(Expecting.RESULTS, "000000 01");
        assertThatIsRefused(Expecting.RESULTS, "010000 01 fe");
        assertThatIsRefused(Expecting.RESULTS, "020000 01 01 05");
        assertThatIsRefused(Expecting.RESULTS, "010000 01 ff");
        assertThatIsRefused(Expecting.RESULTS, "030000 01 00 01 02");
        assertThatIsRefused(Expecting.ACKNOWLEDGEMENT, "010000 01 05");
        assertThatIsRefused(Expecting.PREPARED, "020000 01 00 01");
        assertThatIsRefused(Expecting.RESULTS, "010000 01 01  010000 02 03  010000 03 05");
    }

    private void assertThatIsRefused(Expecting expecting, String hex) {
        AnswerScanner fresh = new AnswerScanner();
        fresh.expect(expecting, CLASSIC);
        ByteBuf bytes = Hex.buffer(hex);
        assertThatThrownBy(() -> fresh.scan(bytes, 0, bytes.writerIndex())).isInstanceOf(MalformedPacket.class);
    }

    private void assertThatAnswerEnds(ByteBuf answer, Capabilities agreed, int rows) {
        int end = answer.writerIndex();
        answer.writeBytes(new byte[] {7, 0, 0, 1, 0});
        for (int chunk : new int[] {end + 5, 1 << 16, 4093}) {
            scanner.expect(Expecting.RESULTS, agreed);
            int at = 0;
            while (!scanner.isComplete()) {
                at = scanner.scan(answer, at, Math.min(at + chunk, end + 5));
            }
            assertThat(at).isEqualTo(end);
            assertThat(scanner.facts().rows()).isEqualTo(rows);
        }
        answer.writerIndex(end);
    }

    private static void beginResult(PacketWriter packets, Capabilities agreed) {
        packets.begin().lengthEncoded(1);
        packets.end();
        packets.begin().bytes(Hex.bytes("fe ff 00"));
        packets.end();
        if (!agreed.deprecateEof()) {
            endRows(packets, agreed, 0x0002);
        }
    }

    private static void endRows(PacketWriter packets, Capabilities agreed, int status) {
        if (agreed.deprecateEof()) {
            packets.begin().uint8(0xFE).uint16(0).uint16(status).uint16(0);
        } else {
            packets.begin().uint8(0xFE).uint16(0).uint16(status);
        }
        packets.end();
    }
}
