package io.pinion.protocol.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.pinion.protocol.Hex;
import io.pinion.protocol.client.ClientCommand.Query;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.WireWriter;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Query attributes in both commands, as a MySQL 9.7 has taken them. */
class QueryAttributesTest {
    private static final Capabilities AGREED = Capabilities.of(Capabilities.PROTOCOL_41, Capabilities.QUERY_ATTRIBUTES);

    /** tp = 'hello'. */
    private static final String ONE_ATTRIBUTE = """
            01 01          # one attribute, one set
            00 01          # none is NULL, types follow
            fe 00 02 7470  # a string, tp
            05 68656c6c6f""";

    private static final String TEXT = "444f2031";

    /** {@code ?} = 7, and tp = 'hello'. */
    private static final String EXECUTION = """
            02             # one parameter, one attribute
            00 01
            08 00 00       # a BIGINT without a name
            fe 00 02 7470
            0700000000000000
            05 68656c6c6f""";

    private static final BitSet NOTHING_SENT_BEFORE = new BitSet();

    @Test
    void aQueryWithoutAttributesSaysSo() {
        Query query = query("03 00 01" + TEXT);

        assertThat(query.sql().toString(StandardCharsets.US_ASCII)).isEqualTo("DO 1");
        assertThat(query.attributes()).isSameAs(QueryAttributes.NONE);
    }

    @Test
    void theAttributesOfAQueryArePassedOnAsTheyCame() {
        Query query = query("03" + ONE_ATTRIBUTE + "\n" + TEXT);
        ByteBuf sent = CommandEncoder.query(
                ByteBufUtil.getBytes(query.sql()), query.attributes(), AGREED, UnpooledByteBufAllocator.DEFAULT);

        assertThat(ByteBufUtil.hexDump(sent)).endsWith(Hex.of(Hex.buffer("03" + ONE_ATTRIBUTE + "\n" + TEXT)));
    }

    @Test
    void aServerThatHasNoneGetsTheTextAlone() {
        Query query = query("03" + ONE_ATTRIBUTE + "\n" + TEXT);
        ByteBuf sent = CommandEncoder.query(
                ByteBufUtil.getBytes(query.sql()),
                query.attributes(),
                Capabilities.of(Capabilities.PROTOCOL_41),
                UnpooledByteBufAllocator.DEFAULT);

        assertThat(ByteBufUtil.hexDump(sent)).isEqualTo("0500000003" + TEXT);
    }

    @Test
    void nullsAndNumbersHaveNoLength() {
        Query query = query("""
                03 03 01
                05 01          # the first and the third are NULL
                fe 00 01 61
                08 80 01 62    # unsigned
                06 00 01 63
                ffffffffffffffff""" + TEXT);

        assertThat(query.sql().toString(StandardCharsets.US_ASCII)).isEqualTo("DO 1");
    }

    @Test
    void whatNoServerTakesIsMalformed() {
        assertThatThrownBy(() -> query("03 00 02" + TEXT)).isInstanceOf(MalformedPacket.class);
        assertThatThrownBy(() -> query("03 01 01 00 00 05 68656c6c6f" + TEXT)).isInstanceOf(MalformedPacket.class);
        assertThatThrownBy(() -> query("03 fdffffff 01" + TEXT)).isInstanceOf(MalformedPacket.class);
    }

    @Test
    void aCutInTheAttributesIsMalformed() {
        byte[] whole = Hex.bytes("03" + ONE_ATTRIBUTE + "\n" + TEXT);
        int text = whole.length - TEXT.length() / 2;
        for (int cut = 1; cut < whole.length; cut++) {
            ByteBuf packet = Unpooled.wrappedBuffer(whole, 0, cut);
            if (cut < text) {
                assertThatThrownBy(() -> ClientCommandDecoder.decode(packet, AGREED, StandardCharsets.UTF_8))
                        .as("cut at %s", cut)
                        .isInstanceOf(MalformedPacket.class);
            } else {
                Query query = (Query) ClientCommandDecoder.decode(packet, AGREED, StandardCharsets.UTF_8);
                assertThat(query.sql().readableBytes()).isEqualTo(cut - text);
            }
        }
    }

    @Test
    void anExecutionHasItsAttributesBehindItsParameters() {
        ExecuteParameters parameters = ExecuteParameters.decodeNamed(Hex.buffer(EXECUTION), 1, new byte[0]);

        assertThat(parameters.types()).containsExactly(8, 0);
        assertThat(parameters.values(NOTHING_SENT_BEFORE))
                .singleElement()
                .isInstanceOfSatisfying(BoundParameter.Sent.class, sent -> assertThat(Hex.of(sent.bytes()))
                        .isEqualTo("0700000000000000"));
        assertThat(parameters.attributes(NOTHING_SENT_BEFORE)).singleElement().satisfies(attribute -> {
            assertThat(attribute.name()).isEqualTo(new byte[] {'t', 'p'});
            assertThat(attribute.value())
                    .isInstanceOfSatisfying(BoundParameter.Sent.class, sent -> assertThat(Hex.of(sent.bytes()))
                            .isEqualTo("68656c6c6f"));
        });
    }

    @Test
    void anExecutionIsWrittenForServersWithAttributesAndWithout() {
        ExecuteParameters parameters = ExecuteParameters.decodeNamed(Hex.buffer(EXECUTION), 1, new byte[0]);
        List<BoundParameter> values = parameters.values(NOTHING_SENT_BEFORE);
        List<QueryAttribute> attributes = parameters.attributes(NOTHING_SENT_BEFORE);
        ByteBuf named = Unpooled.buffer();
        ByteBuf plain = Unpooled.buffer();
        ExecuteParameters.writeNamed(new WireWriter(named), values, attributes);
        ExecuteParameters.write(new WireWriter(plain), values);

        assertThat(parameters.passesAs(true)).isTrue();
        assertThat(parameters.passesAs(false)).isFalse();
        assertThat(Hex.of(named)).isEqualTo(Hex.of(Hex.buffer(EXECUTION)));
        assertThat(Hex.of(plain)).isEqualTo(Hex.of(Hex.buffer("00 01 0800 0700000000000000")));
        assertThat(named.readableBytes()).isEqualTo(ExecuteParameters.lengthNamed(values, attributes));
    }

    @Test
    void theTypesOfTheExecutionBeforeAreThoseOfParametersOnly() {
        ByteBuf again = Hex.buffer("01 00 00 0800000000000000");
        ByteBuf withAttribute = Hex.buffer("02 00 00 0800000000000000 05 68656c6c6f");
        byte[] before = {8, 0};

        ExecuteParameters parameters = ExecuteParameters.decodeNamed(again, 1, before);
        assertThat(parameters.values(NOTHING_SENT_BEFORE)).hasSize(1);
        assertThat(parameters.passesAs(true)).isFalse();
        assertThatThrownBy(() -> ExecuteParameters.decodeNamed(withAttribute, 1, before))
                .isInstanceOf(MalformedPacket.class);
    }

    @Test
    void fewerParametersThanTheStatementHasAreMalformed() {
        assertThatThrownBy(() -> ExecuteParameters.decodeNamed(Hex.buffer("00"), 1, new byte[0]))
                .isInstanceOf(MalformedPacket.class);
    }

    @Test
    void aStatementWithoutParametersMayHaveAttributesOrNone() {
        ExecuteParameters none = ExecuteParameters.decodeNamed(Hex.buffer("00"), 0, new byte[0]);
        ExecuteParameters one =
                ExecuteParameters.decodeNamed(Hex.buffer("01 00 01 fe00 02 7470 05 68656c6c6f"), 0, new byte[0]);

        assertThat(none.attributes(NOTHING_SENT_BEFORE)).isEmpty();
        assertThat(one.values(NOTHING_SENT_BEFORE)).isEmpty();
        assertThat(one.attributes(NOTHING_SENT_BEFORE)).hasSize(1);
    }

    @Test
    void anExecutionCutAnywhereIsMalformed() {
        byte[] whole = Hex.bytes(EXECUTION);
        for (int cut = 0; cut < whole.length; cut++) {
            ByteBuf payload = Unpooled.wrappedBuffer(whole, 0, cut);
            assertThatThrownBy(() -> ExecuteParameters.decodeNamed(payload, 1, new byte[0])
                            .attributes(NOTHING_SENT_BEFORE))
                    .as("cut at %s", cut)
                    .isInstanceOf(MalformedPacket.class);
        }
    }

    @Test
    void thoseOfAnExecutionGoWithATextToo() {
        ExecuteParameters parameters = ExecuteParameters.decodeNamed(Hex.buffer(EXECUTION), 1, new byte[0]);
        ByteBuf out = Unpooled.buffer();
        QueryAttributes.of(parameters.attributes(NOTHING_SENT_BEFORE)).write(new WireWriter(out));

        assertThat(Hex.of(out)).isEqualTo(Hex.of(Hex.buffer(ONE_ATTRIBUTE)));
    }

    private static Query query(String hex) {
        return (Query) ClientCommandDecoder.decode(Hex.buffer(hex), AGREED, StandardCharsets.UTF_8);
    }
}
