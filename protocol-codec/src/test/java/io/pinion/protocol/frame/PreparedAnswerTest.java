package io.pinion.protocol.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.pinion.protocol.Hex;
import io.pinion.protocol.flags.Capabilities;
import org.junit.jupiter.api.Test;

/** The answers to COM_STMT_PREPARE, COM_STMT_EXECUTE and COM_STMT_FETCH, each cut at every byte. */
class PreparedAnswerTest {
    private static final Capabilities CLASSIC = Capabilities.of(Capabilities.PROTOCOL_41);
    private static final Capabilities DEPRECATE_EOF = CLASSIC.with(Capabilities.DEPRECATE_EOF);

    /** Nobody looks into a definition: this one even begins like an error, and ends like an end of rows. */
    private static final String DEFINITION = " ff 2804 fe ";

    /** The beginning of the next pipelined answer must stay untouched, although it looks like one answer more. */
    private static final byte[] NEXT_ANSWER = Hex.bytes("070000 01 00 00 00 0200 0000");

    @Test
    void aStatementWithoutParametersAndColumnsIsPreparedInOnePacket() {
        String answer = "0c0000 01  00 01000000 0000 0000 00 0300";

        assertThat(ends(answer, Expecting.PREPARED, CLASSIC).warnings()).isEqualTo(3);
        ends(answer, Expecting.PREPARED, DEPRECATE_EOF);
    }

    @Test
    void aRefusedPrepareIsAnErrorAlone() {
        String answer = "090000 01  ff 1e04 23 3432533232";

        assertThat(ends(answer, Expecting.PREPARED, CLASSIC).errorCode()).isEqualTo(1054);
        assertThat(ends(answer, Expecting.PREPARED, DEPRECATE_EOF).errorCode()).isEqualTo(1054);
    }

    @Test
    void definitionsOfParametersComeBeforeThoseOfColumns() {
        ends(
                """
                0c0000 01  00 01000000 0100 0200 00 0000  # one column, two parameters
                040000 02""" + DEFINITION + "040000 03" + DEFINITION + """
                050000 04  fe 0000 0200
                040000 05""" + DEFINITION + "050000 06  fe 0000 0200",
                Expecting.PREPARED,
                CLASSIC);
        ends("""
                0c0000 01  00 01000000 0100 0200 00 0000
                040000 02""" + DEFINITION + "040000 03" + DEFINITION + "040000 04" + DEFINITION, Expecting.PREPARED, DEPRECATE_EOF);
    }

    @Test
    void aGroupOfDefinitionsThatIsEmptyHasNoEof() {
        String onlyColumns = "0c0000 01  00 01000000 0100 0000 00 0000  040000 02" + DEFINITION;
        ends(onlyColumns + "050000 03 fe 0000 0200", Expecting.PREPARED, CLASSIC);
        ends(onlyColumns, Expecting.PREPARED, DEPRECATE_EOF);

        String onlyParameters = "0c0000 01  00 01000000 0000 0100 00 0000  040000 02" + DEFINITION;
        ends(onlyParameters + "050000 03 fe 0000 0200", Expecting.PREPARED, CLASSIC);
        ends(onlyParameters, Expecting.PREPARED, DEPRECATE_EOF);
    }

    @Test
    void anOpenedCursorEndsTheAnswerBehindItsDefinitions() {
        String metadata = "010000 01 01  040000 02" + DEFINITION;

        AnswerFacts classic = ends(metadata + "050000 03  fe 0000 4200", Expecting.RESULTS_OR_CURSOR, CLASSIC);
        AnswerFacts deprecateEof = ends(metadata + "070000 03  fe 00 00 4200 0000", Expecting.RESULTS, DEPRECATE_EOF);

        assertThat(classic.status().cursorExists()).isTrue();
        assertThat(deprecateEof.status().cursorExists()).isTrue();
    }

    /** Behind a cursor of stored code MariaDB 11.4 leaves the flag set. */
    @Test
    void aFlagOfCursorWithoutACursorAskedForEndsNothing() {
        String metadata = "010000 01 01  040000 02" + DEFINITION;
        String rows = "040000 04  00 00 01 31  050000 05  fe 0000 4200";

        assertThat(ends(metadata + "050000 03  fe 0000 4200" + rows, Expecting.RESULTS, CLASSIC)
                        .rows())
                .isEqualTo(1);
    }

    @Test
    void fetchedRowsHaveNoDefinitionsAndEndWithMoreToCome() {
        String rows = "040000 01  00 00 01 31  040000 02  00 00 01 32";

        AnswerFacts classic = ends(rows + "050000 03  fe 0000 4200", Expecting.ROWS, CLASSIC);
        AnswerFacts deprecateEof = ends(rows + "070000 03  fe 00 00 4200 0000", Expecting.ROWS, DEPRECATE_EOF);

        assertThat(classic.rows()).isEqualTo(2);
        assertThat(deprecateEof.rows()).isEqualTo(2);
    }

    @Test
    void theLastFetchMayBringNoRow() {
        ends("050000 01  fe 0000 8200", Expecting.ROWS, CLASSIC);
        ends("070000 01  fe 00 00 8200 0000", Expecting.ROWS, DEPRECATE_EOF);
    }

    @Test
    void aFetchBehindTheLastRowIsAnError() {
        String answer = "090000 01  ff 8d05 23 4859303030";

        assertThat(ends(answer, Expecting.ROWS, CLASSIC).errorCode()).isEqualTo(1421);
        assertThat(ends(answer, Expecting.ROWS, DEPRECATE_EOF).errorCode()).isEqualTo(1421);
    }

    /** MySQL's classic answer loses MORE_RESULTS behind the row of OUT parameters, MariaDB's doesn't. */
    @Test
    void oneMoreOkFollowsTheOutParametersWhateverTheirEndSays() {
        String outParameters =
                "010000 01 01  040000 02" + DEFINITION + "050000 03  fe 0000 0a10  040000 04  00 00 01 31";
        String lastOk = "070000 06  00 00 00 0200 0000";

        AnswerFacts lost = ends(outParameters + "050000 05  fe 0000 0200" + lastOk, Expecting.RESULTS, CLASSIC);
        AnswerFacts kept = ends(outParameters + "050000 05  fe 0000 0a10" + lastOk, Expecting.RESULTS, CLASSIC);

        assertThat(lost.rows()).isEqualTo(1);
        assertThat(kept.rows()).isEqualTo(1);
        ends("010000 01 01  040000 02" + DEFINITION + """
                040000 03  00 00 01 31
                070000 04  fe 00 00 0a10 0000
                070000 05  00 00 00 0200 0000""", Expecting.RESULTS, DEPRECATE_EOF);
    }

    /** Feeds the answer cut at every byte, and byte by byte; gives what it said. */
    private static AnswerFacts ends(String hex, Expecting expecting, Capabilities agreed) {
        byte[] answer = Hex.bytes(hex);
        ByteBuf bytes = Unpooled.wrappedBuffer(answer, NEXT_ANSWER);
        for (int cut = 0; cut < answer.length; cut++) {
            AnswerScanner scanner = new AnswerScanner();
            scanner.expect(expecting, agreed);
            assertThat(scanner.scan(bytes, 0, cut)).isEqualTo(cut);
            assertThat(scanner.isComplete()).as("cut at %s", cut).isFalse();
            assertThat(scanner.scan(bytes, cut, bytes.writerIndex())).isEqualTo(answer.length);
            assertThat(scanner.isComplete()).as("cut at %s", cut).isTrue();
        }
        AnswerScanner scanner = new AnswerScanner();
        scanner.expect(expecting, agreed);
        for (int at = 0; at < answer.length; at++) {
            assertThat(scanner.scan(bytes, at, at + 1)).isEqualTo(at + 1);
            assertThat(scanner.isComplete()).isEqualTo(at + 1 == answer.length);
        }
        return scanner.facts();
    }
}
