package io.pinion.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.operations.control.OperationView;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.server.admin.StatusFinding.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class OperationFindingsTest {
    private static StatusFinding left(UnaryOperator<Progress> progress) {
        Operation stopped = FakeImports.stopped();
        Operation left = new Operation(
                stopped.number(),
                stopped.task(),
                stopped.origin(),
                progress.apply(stopped.progress().withState(State.RUNNING, "")),
                0);
        List<StatusFinding> findings = new ArrayList<>();
        new OperationFindings(List.of(new OperationView(left, false))).tell(findings::add);
        return findings.getFirst();
    }

    @Test
    void oneThatWaitsForAServerIsToldWithWhatItWaitsFor() {
        StatusFinding told = left(progress -> progress.withServerAwaited("waiting for a server: s1 is lost"));
        assertThat(told.level()).isEqualTo(Level.WARNING);
        assertThat(String.valueOf(told.what()))
                .contains("stands still, waiting for a server: s1 is lost; it goes on by itself")
                .doesNotContain("has died");
    }

    @Test
    void oneWhoseProxyIsGoneIsAnError() {
        StatusFinding told = left(progress -> progress);
        assertThat(told.level()).isEqualTo(Level.ERROR);
        assertThat(String.valueOf(told.what())).endsWith("stands still: its proxy proxy-a has died or lost ZooKeeper");
    }

    /** It may die then, and be gone for another reason. */
    @Test
    void whoTakesItUpWaitsForNothingAnyMore() {
        StatusFinding told = left(progress ->
                progress.withServerAwaited("waiting for a server: s1 is lost").resumed(1, "proxy-b"));
        assertThat(String.valueOf(told.what())).endsWith("its proxy proxy-b has died or lost ZooKeeper");
    }
}
