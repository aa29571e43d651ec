package io.pinion.protocol.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.pinion.protocol.client.BoundParameter;
import io.pinion.protocol.client.ChangeUserRequest;
import io.pinion.protocol.client.ClientCommand;
import io.pinion.protocol.client.ClientCommandDecoder;
import io.pinion.protocol.client.ExecuteParameters;
import io.pinion.protocol.client.LoginRequest;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.AnswerScanner;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.Packet;
import io.pinion.protocol.frame.PacketFramer;
import io.pinion.protocol.frame.PacketWriter;
import io.pinion.protocol.server.ColumnType;
import io.pinion.protocol.server.ResponseReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Whatever bytes come, a decoder reads them or says {@link MalformedPacket}: no other exception, no endless loop, no memory
 * that the bytes themselves don't justify.
 */
class DecoderFuzzTest {
    private static final List<Expecting> EXPECTING = List.of(Expecting.values());
    private static final List<ColumnType> TYPES = Stream.of(ColumnType.values())
            .filter(type -> type != ColumnType.UNKNOWN)
            .toList();
    private static final Capabilities CLASSIC =
            Capabilities.of(Capabilities.PROTOCOL_41, Capabilities.SECURE_CONNECTION, Capabilities.PLUGIN_AUTH);
    private static final Capabilities[] AGREED = {
        CLASSIC,
        CLASSIC.with(Capabilities.DEPRECATE_EOF),
        CLASSIC.with(Capabilities.DEPRECATE_EOF | Capabilities.SESSION_TRACK),
        CLASSIC.with(Capabilities.MARIADB_EXTENDED_METADATA)
    };

    @Test
    void commands() {
        Fuzz.run(DecoderFuzzTest::command, (random, bytes) -> {
            ClientCommand command = ClientCommandDecoder.decode(Unpooled.wrappedBuffer(bytes), StandardCharsets.UTF_8);
            if (command instanceof ClientCommand.ChangeUser(ByteBuf request)) {
                ChangeUserRequest.decode(request, AGREED[random.nextInt(AGREED.length)], StandardCharsets.UTF_8);
            }
        });
    }

    @Test
    void logins() {
        Fuzz.run(DecoderFuzzTest::login, (random, bytes) -> LoginRequest.decode(Unpooled.wrappedBuffer(bytes)));
    }

    @Test
    void executions() {
        Fuzz.run(DecoderFuzzTest::execution, (random, bytes) -> {
            int count = random.nextInt(5);
            byte[] before = new byte[random.nextInt(2) * count * 2];
            BitSet longData = new BitSet();
            for (int i = 0; i < count; i++) {
                longData.set(i, random.nextInt(4) == 0);
            }
            List<BoundParameter> values = ExecuteParameters.decode(
                            Unpooled.wrappedBuffer(bytes), count, before, longData)
                    .values();
            assertThat(values).hasSize(count);
            ByteBuf out = Unpooled.buffer();
            PacketWriter packets = new PacketWriter(out, 0);
            ExecuteParameters.write(packets.begin(), values);
            assertThat(out.readableBytes() - PacketFramer.HEADER_BYTES).isEqualTo(ExecuteParameters.length(values));
            packets.end();
        });
    }

    @Test
    void framing() {
        Fuzz.run(random -> framed(random, command(random), command(random)), (random, bytes) -> {
            try (PacketFramer framer = new PacketFramer(UnpooledByteBufAllocator.DEFAULT, 1 << 16)) {
                for (ByteBuf piece : pieces(bytes, random)) {
                    framer.receive(piece);
                    for (Packet packet = framer.next(); packet != null; packet = framer.next()) {
                        packet.release();
                    }
                }
            }
        });
    }

    /** Cut anywhere, the same bytes end at the same place or are wrong in the same way. */
    @Test
    void answers() {
        Fuzz.run(DecoderFuzzTest::answer, (random, bytes) -> {
            Capabilities agreed = AGREED[random.nextInt(AGREED.length)];
            Expecting expecting = EXPECTING.get(random.nextInt(EXPECTING.size()));
            String whole = scanned(List.of(Unpooled.wrappedBuffer(bytes)), expecting, agreed);
            assertThat(scanned(pieces(bytes, random), expecting, agreed)).isEqualTo(whole);
        });
    }

    @Test
    void answersPacketByPacket() {
        Fuzz.run(DecoderFuzzTest::answer, (random, bytes) -> {
            Capabilities agreed = AGREED[random.nextInt(AGREED.length)];
            ResponseReader reader = new ResponseReader(Terms.utf8(agreed));
            reader.expect(EXPECTING.get(random.nextInt(EXPECTING.size())));
            try (PacketFramer framer = new PacketFramer(UnpooledByteBufAllocator.DEFAULT, 1 << 20)) {
                framer.receive(Unpooled.wrappedBuffer(bytes));
                for (Packet packet = framer.next(); packet != null && !reader.isComplete(); packet = framer.next()) {
                    try {
                        reader.read(packet.payload());
                    } finally {
                        packet.release();
                    }
                }
            }
        });
    }

    /** How far the scanner went, and why no further. */
    private static String scanned(List<ByteBuf> pieces, Expecting expecting, Capabilities agreed) {
        AnswerScanner scanner = new AnswerScanner();
        scanner.expect(expecting, agreed);
        int seen = 0;
        try {
            for (ByteBuf piece : pieces) {
                int at = piece.readerIndex();
                while (at < piece.writerIndex()) {
                    if (scanner.isComplete() || scanner.awaitsFile()) {
                        return (scanner.isComplete() ? "complete at " : "file at ") + seen;
                    }
                    int end = scanner.scan(piece, at, piece.writerIndex());
                    assertThat(end).as("progress").isGreaterThan(at);
                    seen += end - at;
                    at = end;
                }
            }
        } catch (MalformedPacket e) {
            return "malformed";
        }
        return (scanner.isComplete() ? "complete at " : scanner.awaitsFile() ? "file at " : "open at ") + seen;
    }

    private static List<ByteBuf> pieces(byte[] bytes, Random random) {
        List<ByteBuf> pieces = new ArrayList<>();
        int at = 0;
        while (at < bytes.length) {
            int length = 1 + random.nextInt(Math.min(9, bytes.length - at));
            pieces.add(Unpooled.wrappedBuffer(bytes, at, length));
            at += length;
        }
        return pieces;
    }

    private static byte[] command(Random random) {
        byte[] arguments = new byte[random.nextInt(30)];
        random.nextBytes(arguments);
        ByteBuf out = Unpooled.buffer().writeByte(random.nextInt(0x20)).writeBytes(arguments);
        return bytesOf(out);
    }

    private static byte[] login(Random random) {
        ByteBuf out = Unpooled.buffer()
                .writeIntLE((int) (0x000F_A28DL | (random.nextInt() & 0x01B0_0000)))
                .writeIntLE(1 << 24)
                .writeByte(45)
                .writeZero(23)
                .writeBytes("app\0".getBytes(StandardCharsets.US_ASCII))
                .writeByte(20)
                .writeZero(20)
                .writeBytes("pinterest\0mysql_native_password\0".getBytes(StandardCharsets.US_ASCII))
                .writeByte(20)
                .writeByte(4)
                .writeBytes("_pid".getBytes(StandardCharsets.US_ASCII))
                .writeByte(2)
                .writeBytes("17".getBytes(StandardCharsets.US_ASCII));
        return bytesOf(out);
    }

    private static byte[] execution(Random random) {
        ByteBuf out = Unpooled.buffer();
        PacketWriter packets = new PacketWriter(out, 0);
        ExecuteParameters.write(packets.begin(), randomValues(random));
        packets.end();
        return bytesOf(out.skipBytes(PacketFramer.HEADER_BYTES));
    }

    private static List<BoundParameter> randomValues(Random random) {
        int count = random.nextInt(5);
        List<BoundParameter> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ColumnType type = TYPES.get(random.nextInt(TYPES.size()));
            int length = type.fixedBytes() >= 0 ? type.fixedBytes() : random.nextInt(300);
            values.add(
                    random.nextInt(4) == 0
                            ? new BoundParameter.Null(type, false)
                            : new BoundParameter.Sent(
                                    type, random.nextBoolean(), Unpooled.wrappedBuffer(new byte[length])));
        }
        return values;
    }

    /** One result set or acknowledgement, or several, in either style. */
    private static byte[] answer(Random random) {
        ByteBuf out = Unpooled.buffer();
        PacketWriter packets = new PacketWriter(out, 1);
        boolean classic = random.nextBoolean();
        int results = 1 + random.nextInt(3);
        for (int result = 0; result < results; result++) {
            int status = result < results - 1 ? 0x000A : 0x0002;
            if (random.nextInt(3) == 0) {
                packets.begin()
                        .uint8(0)
                        .lengthEncoded(random.nextInt(300))
                        .lengthEncoded(0)
                        .uint16(status)
                        .uint16(0);
                packets.end();
                continue;
            }
            int columns = 1 + random.nextInt(3);
            packets.begin().lengthEncoded(columns);
            packets.end();
            for (int column = 0; column < columns; column++) {
                packets.begin()
                        .lengthEncodedBytes("def".getBytes(StandardCharsets.US_ASCII))
                        .zeros(18);
                packets.end();
            }
            if (classic) {
                packets.begin().uint8(0xFE).uint16(0).uint16(status);
                packets.end();
            }
            for (int row = random.nextInt(4); row > 0; row--) {
                packets.begin().lengthEncodedBytes(new byte[random.nextInt(300)]);
                packets.end();
            }
            if (classic) {
                packets.begin().uint8(0xFE).uint16(0).uint16(status);
            } else {
                packets.begin()
                        .uint8(0xFE)
                        .lengthEncoded(0)
                        .lengthEncoded(0)
                        .uint16(status)
                        .uint16(0);
            }
            packets.end();
        }
        return bytesOf(out);
    }

    private static byte[] framed(Random random, byte[]... payloads) {
        ByteBuf out = Unpooled.buffer();
        for (byte[] payload : payloads) {
            PacketWriter.write(out, random.nextInt(2), Unpooled.wrappedBuffer(payload));
        }
        return bytesOf(out);
    }

    private static byte[] bytesOf(ByteBuf buffer) {
        byte[] bytes = new byte[buffer.readableBytes()];
        buffer.readBytes(bytes);
        return bytes;
    }
}
