package io.pinion.protocol.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.pinion.protocol.flags.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CompressedFramerTest {
    private static final int LIMIT = 1 << 20;

    /** The example of the protocol manual ("Compressed Packet"): COM_QUERY of a SELECT of many letters, packed by zlib. */
    private static final String GOLDEN = "22 00 00 00 32 00 00"
            + "78 9c d3 63 60 60 60 2e 4e cd 49 4d 2e 51 50 32 30 34 32 36 31 35 33 b7 b0 c4 cd 52 02 00 0c d1 0a 6c";

    @Test
    void thePacketOfTheManualIsUnpackedHoweverItIsCut() {
        byte[] bytes = HexFormat.of().parseHex(GOLDEN.replace(" ", ""));
        byte[] expected =
                ".\0\0\0\003select \"012345678901234567890123456789012345\"".getBytes(StandardCharsets.US_ASCII);
        for (int cut = 0; cut <= bytes.length; cut++) {
            try (CompressedFramer framer = framer()) {
                framer.receive(Unpooled.copiedBuffer(bytes, 0, cut));
                ByteBuf early = framer.next();
                if (early == null) {
                    framer.receive(Unpooled.copiedBuffer(bytes, cut, bytes.length - cut));
                    early = framer.next();
                }
                assertThat(bytesOf(early)).isEqualTo(expected);
                assertThat(framer.sequence()).isZero();
                assertThat(framer.next()).isNull();
                assertThat(framer.unreadBytes()).isZero();
            }
        }
    }

    @Test
    void shortContentIsStored() {
        try (CompressedWriter writer = writer()) {
            writer.continueAt(1);
            ByteBuf written = writer.write(Unpooled.copiedBuffer(new byte[] {1, 0, 0, 1, 0}));
            assertThat(HexFormat.of().formatHex(bytesOf(written))).isEqualTo("050000" + "01" + "000000" + "0100000100");
            assertThat(writer.nextSequence()).isEqualTo(2);
        }
    }

    @Test
    void whatIsWrittenIsReadCutAtEveryByte() {
        byte[] plain = " a text that repeats itself".repeat(20).getBytes(StandardCharsets.US_ASCII);
        byte[] packed = written(plain);
        assertThat(packed.length).isLessThan(plain.length);
        for (int cut = 0; cut <= packed.length; cut++) {
            try (CompressedFramer framer = framer()) {
                ByteArrayOutputStream read = new ByteArrayOutputStream();
                framer.receive(Unpooled.copiedBuffer(packed, 0, cut));
                drain(framer, read);
                framer.receive(Unpooled.copiedBuffer(packed, cut, packed.length - cut));
                drain(framer, read);
                assertThat(read.toByteArray()).isEqualTo(plain);
            }
        }
    }

    @Test
    void largeAndRandomContentGoesInPieces() {
        byte[] plain = new byte[300_000];
        new Random(7).nextBytes(plain);
        try (CompressedFramer framer = framer()) {
            ByteArrayOutputStream read = new ByteArrayOutputStream();
            framer.receive(Unpooled.wrappedBuffer(written(plain)));
            drain(framer, read);
            assertThat(read.toByteArray()).isEqualTo(plain);
            assertThat(framer.sequence()).isEqualTo(4);
        }
    }

    /** A few bytes that claim to become 16 MB are refused before anything is unpacked. */
    @Test
    void aBombIsRefusedByItsHeader() {
        refused(ErrorCode.NET_PACKET_TOO_LARGE, "0a0000" + "00" + "ffffff");
        refused(ErrorCode.NET_PACKET_TOO_LARGE, "ffffff" + "00" + "000000");
    }

    @Test
    void contentThatBecomesMoreOrLessThanItSaysIsRefused() {
        byte[] packed = written(new byte[5_000]);
        for (int announced : new int[] {4_999, 5_001, 50}) {
            byte[] lying = packed.clone();
            lying[4] = (byte) announced;
            lying[5] = (byte) (announced >> 8);
            refused(ErrorCode.NET_UNCOMPRESS, lying);
        }
    }

    @Test
    void whatIsNotPackedIsRefused() {
        refused(ErrorCode.NET_UNCOMPRESS, "050000" + "00" + "640000" + "0102030405");
        refused(ErrorCode.NET_UNCOMPRESS, "000000" + "00" + "640000");
    }

    @Test
    void aPacketOutOfOrderIsRefused() {
        refused(ErrorCode.NET_PACKETS_OUT_OF_ORDER, "010000" + "03" + "000000" + "00");
        refused(
                ErrorCode.NET_PACKETS_OUT_OF_ORDER,
                "010000" + "00" + "000000" + "00" + "010000" + "02" + "000000" + "00");
    }

    @Test
    void whatTheOtherSideSaidCounts() {
        try (CompressedFramer framer = framer()) {
            framer.receive(Unpooled.wrappedBuffer(HexFormat.of().parseHex("010000" + "00" + "000000" + "aa")));
            assertThat(bytesOf(framer.next())).containsExactly(0xAA);
            framer.continueAt(2);
            framer.receive(Unpooled.wrappedBuffer(HexFormat.of().parseHex("010000" + "02" + "000000" + "bb")));
            assertThat(bytesOf(framer.next())).containsExactly(0xBB);
        }
    }

    private static void refused(ErrorCode code, String hex) {
        refused(code, HexFormat.of().parseHex(hex));
    }

    private static void refused(ErrorCode code, byte[] bytes) {
        try (CompressedFramer framer = framer()) {
            framer.receive(Unpooled.wrappedBuffer(bytes));
            assertThatThrownBy(() -> drain(framer, new ByteArrayOutputStream()))
                    .isInstanceOfSatisfying(
                            MalformedPacket.class, e -> assertThat(e.code()).isEqualTo(code));
        }
    }

    private static byte[] written(byte[] plain) {
        try (CompressedWriter writer = writer()) {
            return bytesOf(writer.write(Unpooled.copiedBuffer(plain)));
        }
    }

    private static void drain(CompressedFramer framer, ByteArrayOutputStream into) {
        for (ByteBuf next = framer.next(); next != null; next = framer.next()) {
            into.writeBytes(bytesOf(next));
        }
    }

    private static CompressedFramer framer() {
        return new CompressedFramer(ByteBufAllocator.DEFAULT, LIMIT);
    }

    private static CompressedWriter writer() {
        return new CompressedWriter(ByteBufAllocator.DEFAULT);
    }

    private static byte[] bytesOf(@Nullable ByteBuf buffer) {
        if (buffer == null) {
            throw new AssertionError("no compressed packet was whole");
        }
        try {
            return ByteBufUtil.getBytes(buffer);
        } finally {
            buffer.release();
        }
    }
}
