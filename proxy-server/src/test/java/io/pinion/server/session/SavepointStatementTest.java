package io.pinion.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.server.execution.context.FirstWords;
import io.pinion.server.session.SavepointStatement.Release;
import io.pinion.server.session.SavepointStatement.RollbackTo;
import io.pinion.server.session.SavepointStatement.SetPoint;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SavepointStatementTest {
    @Test
    void eachKindIsToldApart() {
        assertThat(SavepointStatement.parse("SAVEPOINT a1")).contains(new SetPoint("a1"));
        assertThat(SavepointStatement.parse("rollback to savepoint `a``1`;")).contains(new RollbackTo("a`1"));
        assertThat(SavepointStatement.parse("ROLLBACK WORK TO x")).contains(new RollbackTo("x"));
        assertThat(SavepointStatement.parse("RELEASE  SAVEPOINT\n x ")).contains(new Release("x"));
    }

    @Test
    void blanksAndCommentsAheadDontMatter() {
        byte[] sql = (" ".repeat(70_000) + "/**/".repeat(20_000) + "SAVEPOINT a").getBytes(StandardCharsets.UTF_8);
        assertThat(SavepointStatement.parse(FirstWords.of(sql))).contains(new SetPoint("a"));
    }

    /** A name of 64 characters has at most 256 bytes, each of which is a character here. */
    @Test
    void longNamesAreServers() {
        String longest = "\u00c3".repeat(256);
        assertThat(SavepointStatement.parse("SAVEPOINT `" + longest + "`")).contains(new SetPoint(longest));
        assertThat(SavepointStatement.parse("SAVEPOINT `" + "``".repeat(20_000) + "`"))
                .isEmpty();
    }

    @Test
    void otherTextIsLeftToServers() {
        assertThat(SavepointStatement.parse("ROLLBACK")).isEmpty();
        assertThat(SavepointStatement.parse("SAVEPOINT")).isEmpty();
        assertThat(SavepointStatement.parse("SAVEPOINT a; SELECT 1")).isEmpty();
    }
}
