package io.pinion.server.execution.single;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.plan.SessionEffects.RetainedState;
import io.pinion.routing.plan.SessionObjects;
import io.pinion.routing.plan.SessionObjects.Thing;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamedLocksTest {
    private static final Thing JOB = new Thing(RetainedState.NAMED_LOCK, "job");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT GET_LOCK('job', 10)",
                "select get_lock ( 'Job' , -1 ) as t0",
                "DO GET_LOCK('job', 0.5);",
                "/* app */ SELECT GET_LOCK('JOB', 10) `taken`"
            })
    void aLockIsTakenByItsName(String text) {
        assertThat(NamedLocks.in(text, false)).contains(new SessionObjects(List.of(JOB), List.of()));
    }

    /** To give {@code lk} back does nothing there to {@code LK}. */
    @Test
    void namesKnowUpperAndLowerCaseOnMariaDb() {
        assertThat(NamedLocks.in("SELECT GET_LOCK('LK', 0)", true))
                .contains(new SessionObjects(List.of(new Thing(RetainedState.NAMED_LOCK, "LK")), List.of()));
    }

    @Test
    void oneIsGivenBackOrAllAre() {
        assertThat(NamedLocks.in("SELECT RELEASE_LOCK('job')", true))
                .contains(new SessionObjects(List.of(), List.of(JOB)));
        assertThat(NamedLocks.in("DO RELEASE_ALL_LOCKS()", true))
                .contains(new SessionObjects(
                        List.of(), List.of(new Thing(RetainedState.NAMED_LOCK, SessionObjects.ALL))));
    }

    @Test
    void askingTakesNothing() {
        assertThat(NamedLocks.in("SELECT IS_FREE_LOCK('job')", true)).contains(SessionObjects.NONE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT GET_LOCK(name, 1) FROM jobs",
                "SELECT GET_LOCK('a', 1), GET_LOCK('b', 1)",
                "SELECT GET_LOCK(?, 1)",
                "SELECT GET_LOCK('it\\'s', 1)",
                "SELECT RELEASE_LOCK('a') FROM t WHERE GET_LOCK('b', 1)",
                "/*! SELECT GET_LOCK('a', 1), */ SELECT RELEASE_LOCK('a')"
            })
    void whatCanNotBeToldMayHaveTakenAny(String text) {
        assertThat(NamedLocks.in(text, true)).isEmpty();
    }
}
