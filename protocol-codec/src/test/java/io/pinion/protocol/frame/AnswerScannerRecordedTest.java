package io.pinion.protocol.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.pinion.protocol.RecordedAnswer;
import io.pinion.protocol.flags.ServerStatus;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The scanner over everything that two real servers sent. */
class AnswerScannerRecordedTest {
    private final AnswerScanner scanner = new AnswerScanner();

    static List<RecordedAnswer> answers() {
        return RecordedAnswer.answers();
    }

    @ParameterizedTest
    @MethodSource("answers")
    void theEndIsFoundAlthoughAnotherAnswerFollowsAtOnce(RecordedAnswer answer) {
        ByteBuf twice = Unpooled.wrappedBuffer(answer.bytes(), answer.bytes());

        scanner.expect(answer.expecting(), answer.agreed());
        int end = scanner.scan(twice, 0, twice.writerIndex());

        assertThat(scanner.isComplete()).isTrue();
        assertThat(end).isEqualTo(answer.bytes().length);

        scanner.expect(answer.expecting(), answer.agreed());
        assertThat(scanner.scan(twice, end, twice.writerIndex())).isEqualTo(twice.writerIndex());
        assertThat(scanner.isComplete()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("answers")
    void everyCutGivesTheSameFacts(RecordedAnswer answer) {
        byte[] bytes = answer.bytes();
        scanner.expect(answer.expecting(), answer.agreed());
        scanner.scan(Unpooled.wrappedBuffer(bytes), 0, bytes.length);
        String whole = facts(scanner);

        for (int cut = 0; cut < bytes.length; cut++) {
            AnswerScanner inPieces = new AnswerScanner();
            inPieces.expect(answer.expecting(), answer.agreed());
            ByteBuf first = Unpooled.copiedBuffer(bytes, 0, cut);
            ByteBuf second = Unpooled.copiedBuffer(bytes, cut, bytes.length - cut);
            assertThat(inPieces.scan(first, 0, cut)).isEqualTo(cut);
            assertThat(inPieces.isComplete()).isFalse();
            assertThat(inPieces.scan(second, 0, second.writerIndex())).isEqualTo(second.writerIndex());
            assertThat(facts(inPieces)).isEqualTo(whole);
        }
    }

    @Test
    void aPipelineOfEverythingCutAtRandomIsTakenApart() {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            for (RecordedAnswer answer : answers()) {
                byte[] bytes = answer.bytes();
                scanner.expect(answer.expecting(), answer.agreed());
                ByteBuf all = Unpooled.wrappedBuffer(bytes);
                int at = 0;
                while (at < bytes.length) {
                    assertThat(scanner.isComplete()).isFalse();
                    int to = Math.min(bytes.length, at + 1 + random.nextInt(12));
                    assertThat(scanner.scan(all, at, to)).isEqualTo(to);
                    at = to;
                }
                assertThat(scanner.isComplete()).as(answer.title()).isTrue();
            }
        }
    }

    @Test
    void anInsertsIdsAndCountsAreKnown() {
        scan("MySQL 9.7.4, classic: INSERT INTO t(d,n) VALUES ('a',1.5),('b',NULL)");

        assertThat(scanner.facts().affectedRows()).isEqualTo(2);
        assertThat(scanner.facts().lastInsertId()).isEqualTo(1);
        assertThat(scanner.facts().status().autocommit()).isTrue();
        assertThat(scanner.facts().resultSets()).isZero();
    }

    @Test
    void anErrorBehindResultsIsKnown() {
        scan("MariaDB 11.4.5, classic: SELECT 1; SELECT nosuch; SELECT 3");

        assertThat(scanner.facts().errorCode()).isEqualTo(1054);
        assertThat(scanner.facts().errorMessage(StandardCharsets.UTF_8)).startsWith("Unknown column 'nosuch'");
        assertThat(scanner.facts().resultSets()).isEqualTo(1);
        assertThat(scanner.facts().rows()).isEqualTo(1);
    }

    @Test
    void aTransactionShowsInTheStatus() {
        scan("MySQL 9.7.4, deprecate-eof: BEGIN");

        assertThat(scanner.facts().status().inTransaction()).isTrue();
    }

    @Test
    void outParametersOfAClassicCallAreFollowedByOneMoreOk() {
        scan("MySQL 9.7.4, classic: COM_STMT_EXECUTE CALL p(?)");

        assertThat(scanner.facts().resultSets()).isEqualTo(3);
    }

    private void scan(String title) {
        RecordedAnswer answer = RecordedAnswer.named(title);
        scanner.expect(answer.expecting(), answer.agreed());
        scanner.scan(Unpooled.wrappedBuffer(answer.bytes()), 0, answer.bytes().length);
        assertThat(scanner.isComplete()).isTrue();
    }

    private static String facts(AnswerScanner scanner) {
        ServerStatus status = scanner.facts().status();
        return scanner.isComplete() + " " + status + " " + scanner.facts().affectedRows() + " "
                + scanner.facts().lastInsertId() + " "
                + scanner.facts().warnings() + " " + scanner.facts().rows() + " "
                + scanner.facts().resultSets() + " " + scanner.lastSequence()
                + " " + scanner.facts().errorMessage(StandardCharsets.UTF_8);
    }
}
