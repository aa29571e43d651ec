package io.pinion.protocol.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.pinion.protocol.RecordedAnswer;
import io.pinion.protocol.client.LoginRequest;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.AnswerScanner;
import io.pinion.protocol.frame.CompressedFramer;
import io.pinion.protocol.frame.CompressedWriter;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.Packet;
import io.pinion.protocol.frame.PacketFramer;
import io.pinion.protocol.server.BinaryRow;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.Ok;
import io.pinion.protocol.server.ResponseReader;
import io.pinion.protocol.server.Row;
import io.pinion.protocol.server.ServerPacket;
import io.pinion.protocol.server.TextRow;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What two real servers said, with a few things wrong: every decoder reads it or says {@link MalformedPacket}. */
class ServerDecoderFuzzTest {
    private static final int LIMIT_BYTES = 1 << 20;

    /** The kinds of the logins in the recordings, each a framed packet. */
    private static final List<RecordedAnswer> GREETINGS = RecordedAnswer.ofKind("GREETING");

    private static final List<RecordedAnswer> LOGINS = RecordedAnswer.ofKind("LOGIN");
    private static final List<RecordedAnswer> AUTHENTICATIONS = RecordedAnswer.ofKind("AUTHENTICATION");
    private static final List<RecordedAnswer> ANSWERS = RecordedAnswer.answers();

    /** Beside what was recorded: a switch, more data, an error. */
    private static final List<byte[]> LOGIN_PACKETS = List.of(
            "\u00fecaching_sha2_password\0abcdefghijklmnopqrst\0".getBytes(StandardCharsets.ISO_8859_1),
            "\u00feclient_ed25519\0abcdefghijklmnopqrstabcdefghijkl".getBytes(StandardCharsets.ISO_8859_1),
            "\1\4".getBytes(StandardCharsets.ISO_8859_1),
            "\1-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----\n".getBytes(StandardCharsets.ISO_8859_1),
            "\u00ff\u0015\4#28000Access denied".getBytes(StandardCharsets.ISO_8859_1));

    @Test
    void greetings() {
        Fuzz.run(
                random -> payload(one(GREETINGS, random)),
                (random, bytes) -> ResponseReader.greeting(Unpooled.wrappedBuffer(bytes)));
    }

    @Test
    void logins() {
        Fuzz.run(
                random -> payload(one(LOGINS, random)),
                (random, bytes) -> LoginRequest.decode(Unpooled.wrappedBuffer(bytes)));
    }

    @Test
    void packetsOfALogin() {
        Fuzz.run(
                random -> random.nextInt(3) == 0
                        ? payload(one(AUTHENTICATIONS, random))
                        : LOGIN_PACKETS.get(random.nextInt(LOGIN_PACKETS.size())),
                (random, bytes) -> {
                    ServerPacket packet = ResponseReader.authentication(Unpooled.wrappedBuffer(bytes));
                    if (packet instanceof Ok ok) {
                        assertThat(ok.changes()).isNotNull();
                    }
                });
    }

    /** Cut anywhere, the same bytes end at the same place with the same facts, or are wrong in the same way. */
    @Test
    void recordedAnswersCutAnywhere() {
        RecordedAnswer[] chosen = new RecordedAnswer[1];
        Fuzz.run(
                random -> {
                    chosen[0] = one(ANSWERS, random);
                    return chosen[0].bytes();
                },
                (random, bytes) -> {
                    String whole = scanned(chosen[0], List.of(Unpooled.wrappedBuffer(bytes)));
                    assertThat(scanned(chosen[0], pieces(bytes, random))).isEqualTo(whole);
                });
    }

    @Test
    void recordedAnswersPacketByPacket() {
        RecordedAnswer[] chosen = new RecordedAnswer[1];
        Fuzz.run(
                random -> {
                    chosen[0] = one(ANSWERS, random);
                    return chosen[0].bytes();
                },
                (random, bytes) -> read(chosen[0], bytes));
    }

    @Test
    void compressedTraffic() {
        Fuzz.run(ServerDecoderFuzzTest::compressed, (random, bytes) -> {
            try (CompressedFramer framer = new CompressedFramer(UnpooledByteBufAllocator.DEFAULT, LIMIT_BYTES)) {
                for (ByteBuf piece : pieces(bytes, random)) {
                    framer.receive(piece);
                    for (ByteBuf plain = framer.next(); plain != null; plain = framer.next()) {
                        assertThat(plain.readableBytes()).isLessThan(2 * LIMIT_BYTES);
                        plain.release();
                    }
                }
            }
        });
    }

    private static RecordedAnswer one(List<RecordedAnswer> of, Random random) {
        return of.get(random.nextInt(of.size()));
    }

    private static byte[] payload(RecordedAnswer packet) {
        byte[] bytes = packet.bytes();
        byte[] payload = new byte[bytes.length - PacketFramer.HEADER_BYTES];
        System.arraycopy(bytes, PacketFramer.HEADER_BYTES, payload, 0, payload.length);
        return payload;
    }

    private static byte[] compressed(Random random) {
        try (CompressedWriter writer = new CompressedWriter(UnpooledByteBufAllocator.DEFAULT)) {
            byte[] plain =
                    " a text that repeats itself".repeat(random.nextInt(20)).getBytes(StandardCharsets.US_ASCII);
            ByteBuf packed = writer.write(Unpooled.copiedBuffer(plain));
            byte[] bytes = new byte[packed.readableBytes()];
            packed.readBytes(bytes).release();
            return bytes;
        }
    }

    private static List<ByteBuf> pieces(byte[] bytes, Random random) {
        List<ByteBuf> pieces = new ArrayList<>();
        int at = 0;
        while (at < bytes.length) {
            int length = 1 + random.nextInt(Math.min(200, bytes.length - at));
            pieces.add(Unpooled.copiedBuffer(bytes, at, length));
            at += length;
        }
        return pieces;
    }

    /** How far the scanner went, why no further, and what it found out. */
    private static String scanned(RecordedAnswer like, List<ByteBuf> pieces) {
        AnswerScanner scanner = new AnswerScanner();
        scanner.expect(like.expecting(), like.agreed());
        int seen = 0;
        try {
            for (ByteBuf piece : pieces) {
                int at = piece.readerIndex();
                while (at < piece.writerIndex() && !scanner.isComplete() && !scanner.awaitsFile()) {
                    int end = scanner.scan(piece, at, piece.writerIndex());
                    assertThat(end).as("progress").isGreaterThan(at);
                    seen += end - at;
                    at = end;
                }
            }
        } catch (MalformedPacket e) {
            return "malformed";
        }
        return scanner.isComplete() + " " + scanner.awaitsFile() + " " + seen + " "
                + scanner.facts().affectedRows() + " " + scanner.facts().lastInsertId() + " "
                + scanner.facts().rows() + " " + scanner.facts().errorCode() + " "
                + scanner.facts().errorMessage(StandardCharsets.UTF_8);
    }

    private static void read(RecordedAnswer like, byte[] bytes) {
        Terms terms = Terms.utf8(like.agreed());
        ResponseReader reader = new ResponseReader(terms);
        reader.expect(like.expecting());
        List<ColumnDefinition> columns = new ArrayList<>();
        try (PacketFramer framer = new PacketFramer(UnpooledByteBufAllocator.DEFAULT, LIMIT_BYTES)) {
            framer.receive(Unpooled.wrappedBuffer(bytes));
            for (Packet packet = framer.next(); packet != null && !reader.isComplete(); packet = framer.next()) {
                try {
                    switch (reader.read(packet.payload())) {
                        case ColumnDefinition definition -> columns.add(definition);
                        case Row row -> rows(packet.payload(), columns);
                        default -> {}
                    }
                } finally {
                    packet.release();
                }
            }
        }
    }

    /** Which kind of row it is isn't known here, so that it is read as both. */
    private static void rows(ByteBuf row, List<ColumnDefinition> columns) {
        try {
            TextRow.decode(row, columns.size());
        } catch (MalformedPacket notText) {
            BinaryRow.decode(row, columns);
        }
    }
}
