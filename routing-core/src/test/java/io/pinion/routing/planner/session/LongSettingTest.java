package io.pinion.routing.planner.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.plan.SessionChange.Assign;
import io.pinion.routing.plan.SessionChange.Assignment;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class LongSettingTest {
    private static final String LONG = "ANSI,".repeat(20_000);

    @Test
    void settingsHaveALengthAndUserVariablesHaveNone() {
        assertThat(refused(new Assignment.SessionVariable("sql_mode", LONG, true, "sql_mode = '" + LONG + "'")))
                .isTrue();
        assertThat(refused(new Assignment.Names(LONG, "", "NAMES " + LONG))).isTrue();
        assertThat(refused(new Assignment.SessionVariable("sql_mode", "ANSI", true, "sql_mode = 'ANSI'")))
                .isFalse();
        assertThat(refused(new Assignment.UserVariable("a", LONG, true, "@a = '" + LONG + "'")))
                .isFalse();
    }

    @Test
    void oneStatementSetsNoMoreThanThereIs() {
        Assignment one = new Assignment.SessionVariable("autocommit", "0", true, "autocommit=0");
        assertThat(LongSetting.refusal(new Assign(Collections.nCopies(4_096, one), false)))
                .isEmpty();
        assertThat(LongSetting.refusal(new Assign(Collections.nCopies(4_097, one), false)))
                .hasValueSatisfying(
                        refused -> assertThat(String.valueOf(refused)).contains("4097", "4096"));
    }

    private static boolean refused(Assignment assignment) {
        return LongSetting.refusal(new Assign(List.of(assignment), false)).isPresent();
    }
}
