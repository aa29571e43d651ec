package io.pinion.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.PreviousDiagnostics.Conditions;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiagnosticsAreaTest {
    private static final Condition ERROR = new Condition(Condition.ERROR, 1758, "35000", "Invalid condition number");

    private final DiagnosticsArea area = new DiagnosticsArea();

    @Test
    void anOkThatListsAnErrorHasTheRowCountOfAnError() {
        area.apply(DiagnosticsEffect.ownOk(false));
        area.apply(new DiagnosticsEffect.Listed(new Conditions(List.of(ERROR))));

        assertThat(area.previous().rowCount()).hasValue(-1);
    }

    @Test
    void anOkThatListsAWarningHasTheRowCountOfAnOk() {
        area.apply(DiagnosticsEffect.ownOk(false));
        area.apply(new DiagnosticsEffect.Listed(new Conditions(List.of(Condition.warning("deprecated")))));

        assertThat(area.previous().rowCount()).hasValue(0);
    }
}
