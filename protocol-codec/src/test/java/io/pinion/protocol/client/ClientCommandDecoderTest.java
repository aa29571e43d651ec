package io.pinion.protocol.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.pinion.protocol.Hex;
import io.pinion.protocol.client.ClientCommand.Query;
import io.pinion.protocol.client.ClientCommand.StatementExecute;
import io.pinion.protocol.client.ClientCommand.StatementSendLongData;
import io.pinion.protocol.frame.MalformedPacket;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientCommandDecoderTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "01                   | Quit[]",
                "02 7068 6f           | InitDatabase[database=pho]",
                "04 7400 25           | FieldList[table=t, wildcard=%]",
                "09                   | Statistics[]",
                "0c 05000000          | ProcessKill[connectionId=5]",
                "0e                   | Ping[]",
                "19 ffffffff          | StatementClose[statementId=4294967295]",
                "1a 01000000          | StatementReset[statementId=1]",
                "1b 0100              | SetOption[option=1]",
                "1c 01000000 64000000 | StatementFetch[statementId=1, rows=100]",
                "1f                   | ResetConnection[]",
                "12 00                | Unknown[code=18]",
                "ff                   | Unknown[code=255]"
            })
    void eachCommandIsNamedByItsFirstByte(String hex, String command) {
        assertThat(decode(hex)).hasToString(command);
    }

    @Test
    void anEmptyPacketIsAnUnknownCommand() {
        assertThat(decode("")).isEqualTo(new ClientCommand.Unknown(-1));
    }

    @Test
    void aQuerySharesItsPacketsMemory() {
        ByteBuf packet = Unpooled.copiedBuffer("\u0003SELECT 1", StandardCharsets.US_ASCII);
        Query query = (Query) ClientCommandDecoder.decode(packet, StandardCharsets.UTF_8);

        assertThat(query.sql().toString(StandardCharsets.US_ASCII)).isEqualTo("SELECT 1");
        assertThat(packet.readableBytes()).isEqualTo(9);
        packet.release();
        assertThat(query.sql().refCnt()).isZero();
    }

    @Test
    void whatAnExecuteCarriesStaysUnread() {
        StatementExecute execute = (StatementExecute) decode("17 02000000 01 01000000 00 01 0800 0500000000000000");

        assertThat(execute.statementId()).isEqualTo(2);
        assertThat(execute.flags()).isEqualTo(StatementExecute.CURSOR_TYPE_READ_ONLY);
        assertThat(Hex.of(execute.parameters())).isEqualTo("000108000500000000000000");
    }

    @Test
    void longDataIsRead() {
        StatementSendLongData longData = (StatementSendLongData) decode("18 01000000 0200 616263");

        assertThat(longData.parameter()).isEqualTo(2);
        assertThat(Hex.of(longData.data())).isEqualTo("616263");
    }

    @Test
    void aCommandThatEndsTooEarlyIsMalformed() {
        for (String hex : new String[] {"0c 050000", "17 020000", "18 01000000 02", "1b 01", "1c 01000000", "04 74"}) {
            assertThatThrownBy(() -> decode(hex)).as(hex).isInstanceOf(MalformedPacket.class);
        }
    }

    @Property
    void garbageIsACommandOrMalformed(@ForAll byte[] garbage) {
        try {
            assertThat(ClientCommandDecoder.decode(Unpooled.wrappedBuffer(garbage), StandardCharsets.UTF_8))
                    .isNotNull();
        } catch (MalformedPacket expected) {
            assertThat(expected.getMessage()).isNotEmpty();
        }
    }

    private static ClientCommand decode(String hex) {
        return ClientCommandDecoder.decode(Hex.buffer(hex), StandardCharsets.UTF_8);
    }
}
