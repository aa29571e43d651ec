package io.pinion.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.server.session.SavepointStatement.Release;
import io.pinion.server.session.SavepointStatement.RollbackTo;
import io.pinion.server.session.SavepointStatement.SetPoint;
import org.junit.jupiter.api.Test;

class SavepointStatementTest {
    @Test
    void eachKindIsToldApart() {
        assertThat(SavepointStatement.parse("SAVEPOINT a1")).contains(new SetPoint("a1"));
        assertThat(SavepointStatement.parse("rollback to savepoint `a``1`;")).contains(new RollbackTo("a`1"));
        assertThat(SavepointStatement.parse("ROLLBACK WORK TO x")).contains(new RollbackTo("x"));
        assertThat(SavepointStatement.parse(" /* orm */ RELEASE  SAVEPOINT\n x "))
                .contains(new Release("x"));
    }

    @Test
    void otherTextIsLeftToServers() {
        assertThat(SavepointStatement.parse("ROLLBACK")).isEmpty();
        assertThat(SavepointStatement.parse("SAVEPOINT")).isEmpty();
        assertThat(SavepointStatement.parse("SAVEPOINT a; SELECT 1")).isEmpty();
    }
}
