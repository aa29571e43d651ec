package io.pinion.protocol.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.pinion.protocol.Hex;
import io.pinion.protocol.flags.ErrorCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PacketFramerTest {
    private static final ByteBufAllocator ALLOCATOR = PooledByteBufAllocator.DEFAULT;
    private static final int MAX = PacketFramer.MAX_PHYSICAL_BYTES;

    @Test
    void packetsAreTheSameWhereverTheBytesAreCut() {
        byte[] stream = Hex.bytes("010000 00 0e  000000 00  05000000 03 61 62 63 64");
        for (int cut = 0; cut <= stream.length; cut++) {
            try (PacketFramer framer = new PacketFramer(ALLOCATOR, 100)) {
                List<String> packets = new ArrayList<>();
                framer.receive(Unpooled.copiedBuffer(stream, 0, cut));
                drain(framer, packets);
                framer.receive(Unpooled.copiedBuffer(stream, cut, stream.length - cut));
                drain(framer, packets);

                assertThat(packets).containsExactly("0:0e", "0:", "0:0361626364");
                assertThat(framer.isEmpty()).isTrue();
            }
        }
    }

    @Property(tries = 200)
    void anyChunkingGivesTheSamePackets(
            @ForAll @Size(max = 8) List<@Size(max = 300) byte[]> payloads,
            @ForAll @Size(min = 1, max = 20) List<@IntRange(min = 1, max = 90) Integer> chunks) {
        ByteBuf stream = Unpooled.buffer();
        PacketWriter writer = new PacketWriter(stream, 250);
        List<String> written = new ArrayList<>();
        for (byte[] payload : payloads) {
            written.add(writer.sequence() + ":" + Hex.of(Unpooled.wrappedBuffer(payload)));
            writer.begin().bytes(payload);
            writer.end();
        }
        List<String> read = new ArrayList<>();
        try (PacketFramer framer = new PacketFramer(ALLOCATOR, 300)) {
            List<Packet> held = new ArrayList<>();
            for (int i = 0; stream.isReadable(); i++) {
                int length = Math.min(chunks.get(i % chunks.size()), stream.readableBytes());
                framer.receive(ALLOCATOR.buffer().writeBytes(stream, length));
                for (Packet packet = framer.next(); packet != null; packet = framer.next()) {
                    // Held on to until the end, so that later bytes may not disturb what was given out.
                    held.add(packet);
                }
            }
            for (Packet packet : held) {
                read.add(packet.firstSequence() + ":" + Hex.of(packet.payload()));
                packet.release();
            }
        }

        assertThat(read).isEqualTo(written);
    }

    @Test
    void aPayloadOfExactlyOnePhysicalPacketIsFollowedByAnEmptyOne() {
        ByteBuf framed = framed(MAX, 4);

        assertThat(framed.readableBytes()).isEqualTo(MAX + 8);
        assertThat(Hex.of(framed.slice(0, 4))).isEqualTo("ffffff04");
        assertThat(Hex.of(framed.slice(MAX + 4, 4))).isEqualTo("00000005");
        assertThatPayloadComesBack(framed, MAX, 4, 5);
    }

    @Test
    void sixteenMegabytesAndMoreAreSplitAndJoined() {
        for (int length : new int[] {MAX - 1, MAX + 1, 2 * MAX, 2 * MAX + 77}) {
            assertThatPayloadComesBack(framed(length, 255), length, 255, (255 + length / MAX) & 0xFF);
        }
    }

    @Test
    void aPacketAboveTheLimitIsRefusedByItsHeaderAlone() {
        try (PacketFramer framer = new PacketFramer(ALLOCATOR, 10)) {
            framer.receive(Hex.buffer("0b0000 00"));

            assertThatThrownBy(framer::next).isInstanceOfSatisfying(MalformedPacket.class, e -> assertThat(e.code())
                    .isEqualTo(ErrorCode.NET_PACKET_TOO_LARGE));
        }
    }

    @Test
    void theLimitCountsAllPhysicalPacketsOfOneLogical() {
        try (PacketFramer framer = new PacketFramer(ALLOCATOR, MAX + 10)) {
            framer.receive(framed(MAX + 11, 0));

            assertThatThrownBy(framer::next).isInstanceOfSatisfying(MalformedPacket.class, e -> assertThat(e.code())
                    .isEqualTo(ErrorCode.NET_PACKET_TOO_LARGE));
        }
    }

    @Test
    void aWrongSequenceIdIsOutOfOrder() {
        try (PacketFramer framer = new PacketFramer(ALLOCATOR, 1 << 20)) {
            framer.expectSequence(0);
            // An HTTP request sent to the wrong port is noticed by its fourth byte.
            framer.receive(Unpooled.copiedBuffer(new byte[] {'G', 'E', 'T', ' ', '/'}));

            assertThatThrownBy(framer::next).isInstanceOfSatisfying(MalformedPacket.class, e -> assertThat(e.code())
                    .isEqualTo(ErrorCode.NET_PACKETS_OUT_OF_ORDER));
        }
    }

    @Test
    void aContinuationMustCountOn() {
        ByteBuf framed = framed(MAX + 1, 0);
        framed.setByte(4 + MAX + 3, 7);
        try (PacketFramer framer = new PacketFramer(ALLOCATOR, MAX * 2)) {
            framer.receive(framed);

            assertThatThrownBy(framer::next).isInstanceOfSatisfying(MalformedPacket.class, e -> assertThat(e.code())
                    .isEqualTo(ErrorCode.NET_PACKETS_OUT_OF_ORDER));
        }
    }

    @Test
    void unreadBytesCanBeHandedOnToTls() {
        try (PacketFramer framer = new PacketFramer(ALLOCATOR, 100)) {
            framer.receive(Hex.buffer("010000 01 aa  16 03 01"));
            Packet first = Objects.requireNonNull(framer.next());
            ByteBuf rest = Objects.requireNonNull(framer.takeUnread());

            assertThat(Hex.of(rest)).isEqualTo("160301");
            first.release();
            rest.release();
        }
    }

    private static void drain(PacketFramer framer, List<String> into) {
        for (Packet packet = framer.next(); packet != null; packet = framer.next()) {
            into.add(packet.firstSequence() + ":" + Hex.of(packet.payload()));
            packet.release();
        }
    }

    private static ByteBuf framed(int length, int sequence) {
        ByteBuf framed = Unpooled.buffer(length + 16);
        PacketWriter.write(framed, sequence, Unpooled.wrappedBuffer(pattern(length)));
        return framed;
    }

    private static byte[] pattern(int length) {
        byte[] pattern = new byte[length];
        for (int i = 0; i < length; i++) {
            pattern[i] = (byte) (i * 31 + (i >>> 13));
        }
        return pattern;
    }

    private static void assertThatPayloadComesBack(ByteBuf framed, int length, int first, int last) {
        try (PacketFramer framer = new PacketFramer(ALLOCATOR, length)) {
            while (framed.isReadable()) {
                framer.receive(framed.readRetainedSlice(Math.min(1_000_003, framed.readableBytes())));
                Packet packet = framer.next();
                if (packet != null) {
                    assertThat(framed.isReadable()).isFalse();
                    assertThat(packet.firstSequence()).isEqualTo(first);
                    assertThat(packet.lastSequence()).isEqualTo(last);
                    // Copied out at once: paranoid leak detection makes each access of a buffer expensive.
                    assertThat(Arrays.equals(new WireReader(packet.payload()).remainingBytes(), pattern(length)))
                            .isTrue();
                    packet.release();
                }
            }
            assertThat(framer.isEmpty()).isTrue();
        }
    }
}
