package io.pinion.protocol.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.pinion.protocol.Hex;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.ServerStatus;
import io.pinion.protocol.flags.Terms;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AnswerRewriterTest {
    private static final Terms CLASSIC = new Terms(Capabilities.of(Capabilities.PROTOCOL_41), StandardCharsets.UTF_8);
    private static final Terms MODERN =
            new Terms(Capabilities.of(Capabilities.PROTOCOL_41, Capabilities.DEPRECATE_EOF), StandardCharsets.UTF_8);

    private static final String DEFINITION = "03646566 00 00 00 0131 00 0c 3f00 01000000 08 8100 00 0000";

    /** SELECT 1 with one warning, then DO 0. */
    private static final String CLASSIC_ANSWER = "010000 01 01" + "170000 02 " + DEFINITION
            + "050000 03 fe 0000 0a00" // definitions end, more results
            + "020000 04 0131"
            + "050000 05 fe 0100 0a00" // rows end, one warning
            + "070000 06 00 00 00 0200 0000 ";

    private static final String MODERN_ANSWER = "010000 01 01" + "170000 02 " + DEFINITION
            + "020000 03 0131"
            + "070000 04 fe 00 00 0a00 0100"
            + "070000 05 00 00 00 0200 0000";

    static Stream<Arguments> everyCut() {
        return Stream.of(Arguments.of(CLASSIC, CLASSIC_ANSWER), Arguments.of(MODERN, MODERN_ANSWER))
                .flatMap(answer -> IntStream.range(0, Hex.bytes((String) answer.get()[1]).length)
                        .mapToObj(cut -> Arguments.of(answer.get()[0], answer.get()[1], cut)));
    }

    @ParameterizedTest
    @MethodSource("everyCut")
    void numbersEachPacketAndEditsEachEnd(Terms terms, String answer, int cut) {
        AnswerRewriter rewriter = new AnswerRewriter(UnpooledByteBufAllocator.DEFAULT, terms, 255, (end, last) -> {
            end.addStatus(ServerStatus.IN_TRANS);
            if (last) {
                end.addWarnings(3);
            }
        });

        String rewritten = Hex.of(rewrite(rewriter, answer, cut));

        boolean classic = terms.equals(CLASSIC);
        assertThat(rewritten)
                .isEqualTo((classic
                                ? "010000 ff 01" + "170000 00 " + DEFINITION + "050000 01 fe 0000 0b00 020000 02 0131"
                                        + "050000 03 fe 0100 0b00" + "070000 04 00 00 00 0300 0300"
                                : "010000 ff 01" + "170000 00 " + DEFINITION + "020000 01 0131"
                                        + "070000 02 fe 00 00 0b00 0100" + "070000 03 00 00 00 0300 0300")
                        .replace(" ", ""));
        assertThat(rewriter.nextSequence()).isEqualTo(classic ? 5 : 4);
    }

    @Test
    void anErrorIsOnlyNumbered() {
        AnswerRewriter rewriter =
                new AnswerRewriter(UnpooledByteBufAllocator.DEFAULT, MODERN, 9, (end, last) -> end.addWarnings(1));

        assertThat(Hex.of(rewrite(rewriter, "0b0000 01 ff 2804 23 3432303030 6f68", 0)))
                .isEqualTo("0b000009ff28042334323030306f68");
    }

    @Test
    void theCountOfWarningsStopsAtWhatTheFieldCanSay() {
        ByteBuf payload = Hex.buffer("fe feff 0200");

        ResultEnd.in(payload).addWarnings(7);

        assertThat(Hex.of(payload)).isEqualTo("feffff0200");
    }

    @Test
    void whatIsHalfReadIsReleased() {
        ByteBuf half = UnpooledByteBufAllocator.DEFAULT.buffer().writeBytes(Hex.bytes("070000 01 00"));
        AnswerRewriter rewriter = new AnswerRewriter(UnpooledByteBufAllocator.DEFAULT, MODERN, 1, (end, last) -> {});
        rewriter.rewrite(half).release();

        rewriter.close();

        assertThat(half.refCnt()).isZero();
    }

    private static ByteBuf rewrite(AnswerRewriter rewriter, String answer, int cut) {
        ByteBuf whole = Hex.buffer(answer);
        ByteBuf out = Unpooled.buffer();
        for (ByteBuf piece : new ByteBuf[] {whole.readSlice(cut).copy(), whole.copy()}) {
            ByteBuf rewritten = rewriter.rewrite(piece);
            out.writeBytes(rewritten);
            rewritten.release();
        }
        return out;
    }
}
