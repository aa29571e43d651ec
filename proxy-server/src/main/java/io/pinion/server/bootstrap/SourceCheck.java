package io.pinion.server.bootstrap;

import io.pinion.config.document.Problem.Severity;
import io.pinion.config.source.SourceStatus;
import io.pinion.config.source.TopologySource;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.operations.server.finding.Cure;
import io.pinion.operations.server.finding.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * What is wrong with the topology's source, and with the accounts that Pinion makes on servers, for {@code CHECK SERVERS}.
 *
 * @param accountProblems a line each
 */
record SourceCheck(TopologySource source, Supplier<List<String>> accountProblems) {
    private static final String TOPOLOGY = "topology";

    /** Blocks. */
    List<Finding> findings() {
        List<Finding> found = new ArrayList<>();
        ofSource(source.status(), found);
        accountProblems
                .get()
                .forEach(problem -> found.add(new Finding(
                        "",
                        "accounts",
                        Severity.WARNING,
                        "accounts of users",
                        problem,
                        new Cure.Words("SYNC ACCOUNTS, or as it says"))));
        return found;
    }

    private void ofSource(SourceStatus status, List<Finding> found) {
        if (status.state() != SourceStatus.State.CONNECTED) {
            found.add(new Finding(
                    "",
                    TOPOLOGY,
                    Severity.ERROR,
                    "source",
                    status.origin() + " doesn't answer since " + status.stateSince()
                            + ": no operation can run, and no change of the topology is seen",
                    new Cure.Words("see that it runs, and is reached from here; the runbook zookeeper-lost")));
            return;
        }
        status.refused()
                .ifPresent(why -> found.add(new Finding(
                        "",
                        TOPOLOGY,
                        Severity.ERROR,
                        "document",
                        why + ", so that the topology before it goes on serving",
                        new Cure.Words(
                                "SHOW TOPOLOGY STATUS names the mistakes, pinion topology set stores another"))));
        try {
            source.store()
                    .exposure()
                    .ifPresent(exposed -> found.add(new Finding(
                            "",
                            TOPOLOGY,
                            Severity.WARNING,
                            "protection",
                            exposed.problem(),
                            new Cure.Words(exposed.cure()))));
        } catch (StoreUnavailable away) {
            // The next check tells it by the state.
        }
    }
}
