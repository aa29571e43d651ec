package io.pinion.protocol.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.server.ResponseReader;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Random answers, random cuts, random garbage. */
class AnswerScannerPropertyTest {
    private static final Capabilities[] AGREED = {
        Capabilities.of(),
        Capabilities.of(Capabilities.DEPRECATE_EOF),
        Capabilities.of(Capabilities.DEPRECATE_EOF, Capabilities.SESSION_TRACK),
        Capabilities.of(Capabilities.MARIADB_EXTENDED_METADATA),
        Capabilities.of(Capabilities.MARIADB_EXTENDED_METADATA, Capabilities.DEPRECATE_EOF)
    };

    @Property(tries = 400)
    void anyAnswerEndsAtItsEndWhereverItIsCut(
            @ForAll long seed,
            @ForAll @IntRange(max = 4) int agreed,
            @ForAll @Size(min = 1, max = 10) List<@IntRange(min = 1, max = 60) Integer> chunks) {
        ByteBuf answer = Unpooled.buffer();
        RandomAnswer random = new RandomAnswer(new Random(seed), AGREED[agreed], new PacketWriter(answer, 1));
        random.write();
        int end = answer.writerIndex();
        // The first bytes of the next pipelined answer must stay untouched.
        answer.writeBytes(new byte[] {7, 0, 0, 1, 0, 0, 0});

        AnswerScanner scanner = new AnswerScanner();
        scanner.expect(Expecting.RESULTS, AGREED[agreed]);
        int at = 0;
        for (int i = 0; !scanner.isComplete(); i++) {
            int to = Math.min(answer.writerIndex(), at + chunks.get(i % chunks.size()));
            int reached = scanner.scan(answer, at, to);
            assertThat(reached).isEqualTo(scanner.isComplete() ? end : to);
            at = reached;
        }

        assertThat(at).isEqualTo(end);
        assertThat(scanner.facts().rows()).isEqualTo(random.rows);
        assertThat(scanner.facts().resultSets()).isEqualTo(random.resultSets);
        assertThat(scanner.facts().errorCode() != 0).isEqualTo(random.failed);
    }

    @Property(tries = 400)
    void theReaderEndsWhereTheScannerDoes(@ForAll long seed, @ForAll @IntRange(max = 4) int agreed) {
        ByteBuf answer = Unpooled.buffer();
        new RandomAnswer(new Random(seed), AGREED[agreed], new PacketWriter(answer, 1)).write();
        ResponseReader reader = new ResponseReader(Terms.utf8(AGREED[agreed]));
        reader.expect(Expecting.RESULTS);
        try (PacketFramer framer = new PacketFramer(UnpooledByteBufAllocator.DEFAULT, 1 << 20)) {
            framer.receive(answer);
            for (Packet packet = framer.next(); packet != null; packet = framer.next()) {
                assertThat(reader.isComplete()).isFalse();
                reader.read(packet.payload());
                packet.release();
            }
        }
        assertThat(reader.isComplete()).isTrue();
    }

    @Property(tries = 2000)
    void garbageGivesMalformedPacketAndNothingElse(
            @ForAll byte[] garbage,
            @ForAll Expecting expecting,
            @ForAll @IntRange(max = 4) int agreed,
            @ForAll @IntRange(min = 1, max = 40) int chunk) {
        AnswerScanner scanner = new AnswerScanner();
        scanner.expect(expecting, AGREED[agreed], garbage.length > 3 ? garbage[3] : 1);
        ByteBuf bytes = Unpooled.wrappedBuffer(garbage);
        try {
            int at = 0;
            while (at < garbage.length && !scanner.isComplete()) {
                at = scanner.scan(bytes, at, Math.min(garbage.length, at + chunk));
            }
        } catch (MalformedPacket expected) {
            assertThat(expected.getMessage()).isNotEmpty();
        }
    }

    /** Damage to one byte of a good answer reaches places that random bytes never do. */
    @Property(tries = 2000)
    void aDamagedAnswerGivesMalformedPacketAndNothingElse(
            @ForAll long seed, @ForAll @IntRange(max = 4) int agreed, @ForAll int where, @ForAll byte what) {
        ByteBuf answer = Unpooled.buffer();
        new RandomAnswer(new Random(seed), AGREED[agreed], new PacketWriter(answer, 1)).write();
        answer.setByte(Math.floorMod(where, answer.writerIndex()), what);
        AnswerScanner scanner = new AnswerScanner();
        scanner.expect(Expecting.RESULTS, AGREED[agreed]);
        ResponseReader reader = new ResponseReader(Terms.utf8(AGREED[agreed]));
        reader.expect(Expecting.RESULTS);
        try {
            scanner.scan(answer, 0, answer.writerIndex());
        } catch (MalformedPacket expected) {
            assertThat(expected.getMessage()).isNotEmpty();
        }
        try (PacketFramer framer = new PacketFramer(UnpooledByteBufAllocator.DEFAULT, 1 << 24)) {
            framer.receive(answer);
            for (Packet packet = framer.next(); packet != null && !reader.isComplete(); packet = framer.next()) {
                reader.read(packet.payload());
                packet.release();
            }
        } catch (MalformedPacket expected) {
            assertThat(expected.getMessage()).isNotEmpty();
        }
    }
}
