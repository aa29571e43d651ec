package io.pinion.protocol.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.pinion.protocol.Hex;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.flags.ServerStatus;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.WireWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ServerPacketTest {
    private static final Terms NOTHING_AGREED = Terms.utf8(Capabilities.of());
    private static final Terms CLASSIC = Terms.utf8(Capabilities.of(Capabilities.PROTOCOL_41));
    private static final Terms TRACKING = Terms.utf8(
            Capabilities.of(Capabilities.PROTOCOL_41, Capabilities.DEPRECATE_EOF, Capabilities.SESSION_TRACK));

    @Test
    void anErrorInPlaceOfTheGreetingHasNoSqlState() {
        ServerError error = new ServerError(ErrorCode.CON_COUNT, "Too many connections");

        assertThat(written(error, NOTHING_AGREED)).isEqualTo("ff1004" + ascii("Too many connections"));
        assertThat(written(error, CLASSIC)).isEqualTo("ff1004" + ascii("#08004Too many connections"));
        assertThat(ResponseReader.greeting(Hex.buffer("ff1004" + ascii("Too many connections"))))
                .isEqualTo(new ServerError(1040, "HY000", "Too many connections"));
    }

    @Test
    void anOkKeepsAllButItsInsertIdWhenThatIsReplaced() {
        ByteBuf packet = Hex.buffer("""
                00 01 05 0240 0000
                02 6f6b                      # info
                05 01 03 02 7764             # the schema is wd""");
        Ok ok = Ok.decode(packet).withLastInsertId(241294492511762325L);

        assertThat(written(ok, TRACKING)).isEqualTo("0001fe95f76b0010405903" + "02400000" + "026f6b" + "050103027764");
        assertThat(ok.changes()).containsExactly(new SessionStateChange.Schema("wd"));
    }

    @Test
    void changesAreNotToldToWhoDidNotAskForThem() {
        Ok ok = Ok.decode(Hex.buffer("00 00 00 0240 0000 00 05 01 03 02 7764"));

        assertThat(written(ok, CLASSIC)).isEqualTo("00000002000000");
        assertThat(written(new EndOfRows(ok.status(), 0, ok.sessionState()), CLASSIC))
                .isEqualTo("fe00000200");
    }

    @Test
    void rowsEndInTwoForms() {
        EndOfRows end = new EndOfRows(ServerStatus.of(0x0a), 1);

        assertThat(written(end, CLASSIC)).isEqualTo("fe01000a00");
        assertThat(written(end, TRACKING)).isEqualTo("fe00000a000100");
    }

    @Test
    void switchesAreReadAndWritten() {
        assertThatSwitchIsSame("fe 6d7900 0102030405060708091011121314151617181920 00", "my", 20);
        assertThatSwitchIsSame("fe 6564323535313900" + "00".repeat(32), "ed25519", 32);
        assertThat(((AuthSwitchRequest) ResponseReader.authentication(Hex.buffer("fe"))).plugin())
                .isEmpty();
    }

    @Test
    void eachKindOfTrackedChangeIsRead() {
        List<SessionStateChange> changes = SessionStateChange.decodeAll(Hex.buffer("""
                00 09 04 6e616d65 03 6f6666   # name = off
                01 03 02 7764
                02 01 31
                03 04 00 02 613a
                04 06 05 424547494e
                05 09 08 545f5f5f5f5f5f5f
                63 01 aa"""));

        assertThat(changes.subList(0, 6))
                .containsExactly(
                        new SessionStateChange.SystemVariable("name", "off"),
                        new SessionStateChange.Schema("wd"),
                        new SessionStateChange.StateChanged(true),
                        new SessionStateChange.Gtids("a:"),
                        new SessionStateChange.TransactionCharacteristics("BEGIN"),
                        new SessionStateChange.TransactionState("T_______"));
        assertThat(changes.get(6)).isInstanceOf(SessionStateChange.Other.class);
    }

    @Test
    void eachKindOfTrackedChangeIsWrittenAsItIsRead() {
        String tracked = "0009046e616d65036f6666" + "0103027764" + "020131" + "03040002613a" + "040605424547494e"
                + "0509085f5f5f5f5f5f5f5f" + "6301aa";

        byte[] written = SessionStateChange.encodeAll(SessionStateChange.decodeAll(Hex.buffer(tracked)));

        assertThat(written).isEqualTo(Hex.bytes(tracked));
    }

    @Test
    void rowsOfOurOwnHoldTextAndNull() {
        TextRow row = new TextRow(Arrays.asList(new byte[] {(byte) 0x61}, null, new byte[0]));

        assertThat(written(row, CLASSIC)).isEqualTo("0161fb00");
        assertThatThrownBy(() -> TextRow.decode(Hex.buffer("0161fb00"), 2)).isInstanceOf(MalformedPacket.class);
        assertThatThrownBy(() -> TextRow.decode(Hex.buffer("0161fb00"), 4)).isInstanceOf(MalformedPacket.class);
    }

    @Test
    void aFileRequestLeavesTheAnswerOpen() {
        ResponseReader reader = new ResponseReader(CLASSIC);
        reader.expect(Expecting.RESULTS);

        assertThat(reader.read(Hex.buffer("fb 2f61"))).isInstanceOf(LocalInfileRequest.class);
        assertThat(reader.isComplete()).isFalse();
        assertThat(reader.read(Hex.buffer("00 02 00 0200 0000"))).isInstanceOf(Ok.class);
        assertThat(reader.isComplete()).isTrue();
    }

    @Test
    void fieldListDefinitionsEndWithTheDefault() {
        ByteBuf out = Unpooled.buffer();
        ColumnDefinition.of("id", ColumnType.LONG, 63, 11, 0, 0)
                .encodeWithDefault(new WireWriter(out), CLASSIC, "0".getBytes(StandardCharsets.US_ASCII));

        assertThat(Hex.of(out)).endsWith("0000000130");
    }

    @Property(tries = 2000)
    void garbageGivesMalformedPacketAndNothingElse(
            @ForAll byte[] garbage, @ForAll @IntRange(min = -1, max = 255) int first, @ForAll Expecting expecting) {
        if (garbage.length > 0 && first >= 0) {
            garbage[0] = (byte) first;
        }
        ByteBuf packet = Unpooled.wrappedBuffer(garbage);
        ColumnDefinition column = ColumnDefinition.of("c", ColumnType.DATETIME, 63, 11, 0, 0);
        ResponseReader reader = new ResponseReader(TRACKING);
        reader.expect(expecting);
        List<Runnable> reads = List.of(
                () -> ResponseReader.greeting(packet),
                () -> ResponseReader.authentication(packet),
                () -> reader.read(packet),
                () -> Ok.decode(packet).changes(),
                () -> SessionStateChange.decodeAll(packet),
                () -> ColumnDefinition.decode(packet, CLASSIC),
                () -> TextRow.decode(packet, 3),
                () -> BinaryRow.decode(packet, List.of(column, column)));
        for (Runnable read : reads) {
            try {
                read.run();
            } catch (MalformedPacket expected) {
                assertThat(expected.getMessage()).isNotEmpty();
            }
        }
    }

    private static void assertThatSwitchIsSame(String hex, String plugin, int dataBytes) {
        AuthSwitchRequest request = (AuthSwitchRequest) ResponseReader.authentication(Hex.buffer(hex));

        assertThat(request.plugin()).isEqualTo(plugin);
        assertThat(request.data()).hasSize(dataBytes);
        assertThat(written(request, NOTHING_AGREED)).isEqualTo(Hex.of(Hex.buffer(hex)));
    }

    private static String written(ServerPacket packet, Terms terms) {
        ByteBuf out = Unpooled.buffer();
        packet.encode(new WireWriter(out), terms);
        return Hex.of(out);
    }

    private static String ascii(String text) {
        return Hex.of(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII));
    }
}
