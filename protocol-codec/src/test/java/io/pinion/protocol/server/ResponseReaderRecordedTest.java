package io.pinion.protocol.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.pinion.protocol.Hex;
import io.pinion.protocol.RecordedAnswer;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.ServerStatus;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.frame.Packet;
import io.pinion.protocol.frame.PacketFramer;
import io.pinion.protocol.frame.PacketWriter;
import io.pinion.protocol.frame.WireWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Everything that two real servers sent: read, and written again to the same bytes. */
class ResponseReaderRecordedTest {

    static List<RecordedAnswer> answers() {
        return RecordedAnswer.answers();
    }

    @ParameterizedTest
    @MethodSource("answers")
    void whatIsReadIsWrittenTheSame(RecordedAnswer answer) {
        Terms terms = Terms.utf8(answer.agreed());
        ByteBuf written = Unpooled.buffer();
        PacketWriter packets = new PacketWriter(written, 1);
        for (ServerPacket packet : read(answer)) {
            packet.write(packets, terms);
        }

        // The definitions of COM_FIELD_LIST end with default values, which the record does not hold.
        if (answer.expecting() != Expecting.DEFINITIONS) {
            assertThat(Hex.of(written)).isEqualTo(Hex.of(Unpooled.wrappedBuffer(answer.bytes())));
        }
    }

    @Test
    void rowsAreTakenApartAndPutTogether() {
        List<ServerPacket> text =
                read(RecordedAnswer.named("MariaDB 11.4.5, classic: SELECT NULL, '', repeat('x',300)"));
        TextRow row = TextRow.decode(((Row) text.get(5)).payload(), 3);

        assertThat(row.cells().get(0)).isNull();
        assertThat(row.cells().get(1)).isEmpty();
        assertThat(row.cells().get(2)).hasSize(300);
        assertThatRowsAreSame((Row) text.get(5), row);
    }

    @Test
    void binaryRowsAreTakenApartAndPutTogether() {
        RecordedAnswer answer = RecordedAnswer.named(
                "MySQL 9.7.4, classic: COM_STMT_EXECUTE SELECT ?, id, d, n, now() FROM t WHERE id > ?");
        List<ColumnDefinition> columns = new ArrayList<>();
        int rows = 0;
        for (ServerPacket packet : read(answer)) {
            if (packet instanceof ColumnDefinition column) {
                columns.add(column);
            } else if (packet instanceof Row row) {
                rows++;
                BinaryRow taken = BinaryRow.decode(row.payload(), columns);
                assertThatRowsAreSame(row, taken);
                assertThat(taken.types().get(1)).isEqualTo(ColumnType.LONGLONG);
            }
        }

        assertThat(rows).isEqualTo(2);
        assertThat(columns.get(1).originalName()).isEqualTo("id");
        assertThat(columns.get(1).unsigned()).isTrue();
        assertThat(columns.get(1).schema()).isEqualTo("probe");
    }

    @Test
    void theTwoGreetingsAreReadAndWrittenTheSame() {
        Greeting mySql = greeting("MySQL 9.7.4, classic: greeting");
        Greeting mariaDb = greeting("MariaDB 11.4.5, classic: greeting");

        assertThat(mySql.serverVersion()).startsWith("9.7.4");
        assertThat(mySql.plugin()).isEqualTo("caching_sha2_password");
        assertThat(mySql.capabilities().bits()).isEqualTo(0xdfffffffL);
        assertThat(mySql.collationId()).isEqualTo(255);
        assertThat(mySql.scramble()).hasSize(20);
        assertThat(mySql.status()).isEqualTo(ServerStatus.of(ServerStatus.AUTOCOMMIT));
        assertThat(mariaDb.serverVersion()).startsWith("11.4.5-MariaDB");
        assertThat(mariaDb.plugin()).isEqualTo("mysql_native_password");
        assertThat(mariaDb.capabilities().has(Capabilities.LONG_PASSWORD)).isFalse();
        assertThat(mariaDb.capabilities().has(Capabilities.MARIADB_CACHE_METADATA))
                .isTrue();
        assertThat(mariaDb.scramble()).hasSize(20);
    }

    @Test
    void theFastWayOfAuthenticationIsTwoPackets() {
        RecordedAnswer answer = RecordedAnswer.named("MySQL 9.7.4, classic: answer to the login");
        List<ServerPacket> packets = new ArrayList<>();
        forEachPacket(answer.bytes(), payload -> packets.add(ResponseReader.authentication(payload)));

        assertThat(packets.get(0)).isInstanceOfSatisfying(AuthMoreData.class, more -> assertThat(more.data())
                .containsExactly(3));
        assertThat(packets.get(1)).isInstanceOf(Ok.class);
        assertThat(packets).hasSize(2);
    }

    @Test
    void trackedChangesAreTold() {
        List<ServerPacket> use = read(RecordedAnswer.named("MySQL 9.7.4, deprecate-eof: USE probe"));
        List<ServerPacket> set = read(RecordedAnswer.named("MySQL 9.7.4, deprecate-eof: SET autocommit=1"));
        List<ServerPacket> begin = read(RecordedAnswer.named("MySQL 9.7.4, deprecate-eof: BEGIN"));

        assertThat(((Ok) use.getFirst()).changes()).contains(new SessionStateChange.Schema("probe"));
        assertThat(((Ok) set.getFirst()).changes()).contains(new SessionStateChange.SystemVariable("autocommit", "ON"));
        assertThat(((Ok) begin.getFirst()).changes()).contains(new SessionStateChange.TransactionState("T_______"));
    }

    private static Greeting greeting(String title) {
        RecordedAnswer recorded = RecordedAnswer.named(title);
        ByteBuf packet = Unpooled.wrappedBuffer(recorded.bytes()).skipBytes(4);
        Greeting greeting = (Greeting) ResponseReader.greeting(packet);
        ByteBuf written = Unpooled.buffer();
        greeting.encode(new WireWriter(written));
        assertThat(Hex.of(written)).isEqualTo(Hex.of(packet));
        return greeting;
    }

    private static void assertThatRowsAreSame(Row row, ServerPacket taken) {
        ByteBuf written = Unpooled.buffer();
        taken.encode(new WireWriter(written), Terms.utf8(Capabilities.of()));
        assertThat(Hex.of(written)).isEqualTo(Hex.of(row.payload()));
    }

    private static List<ServerPacket> read(RecordedAnswer answer) {
        ResponseReader reader = new ResponseReader(Terms.utf8(answer.agreed()));
        reader.expect(answer.expecting());
        List<ServerPacket> packets = new ArrayList<>();
        forEachPacket(answer.bytes(), payload -> {
            assertThat(reader.isComplete()).isFalse();
            packets.add(reader.read(payload));
        });
        assertThat(reader.isComplete()).isTrue();
        return packets;
    }

    private static void forEachPacket(byte[] bytes, Consumer<ByteBuf> consumer) {
        try (PacketFramer framer = new PacketFramer(UnpooledByteBufAllocator.DEFAULT, 1 << 20)) {
            framer.receive(Unpooled.wrappedBuffer(bytes));
            for (Packet packet = framer.next(); packet != null; packet = framer.next()) {
                // The memory is the array's, so that what the reader gives may be kept here.
                consumer.accept(packet.payload());
            }
        }
    }
}
