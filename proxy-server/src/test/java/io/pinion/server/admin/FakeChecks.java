package io.pinion.server.admin;

import io.pinion.config.document.Problem.Severity;
import io.pinion.config.topology.Server;
import io.pinion.operations.check.CheckControl;
import io.pinion.operations.check.Repaired;
import io.pinion.operations.check.Repaired.Outcome;
import io.pinion.operations.pair.FirstLogin;
import io.pinion.operations.server.finding.Cure;
import io.pinion.operations.server.finding.Finding;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/** Three faults, of which two are repaired. */
final class FakeChecks implements CheckControl {
    private static final List<Finding> FOUND = List.of(
            new Finding(
                    "MySQL001",
                    "MySQL001B",
                    Severity.ERROR,
                    "binlog_format",
                    "binlog_format is MIXED on MySQL001B, and replication of its pair or of a move needs ROW",
                    new Cure.Safe(List.of("SET GLOBAL binlog_format=ROW"), "binlog_format=ROW")),
            new Finding(
                    "MySQL002",
                    "MySQL002A",
                    Severity.ERROR,
                    "account monitor",
                    "account monitor (pinion_monitor) lacks rights on MySQL002A: PROCESS",
                    new Cure.Grants(
                            List.of("GRANT PROCESS ON *.* TO 'pinion_monitor'@'10.0.%'"),
                            List.of(
                                    "SET SESSION sql_log_bin=0",
                                    "GRANT PROCESS ON *.* TO 'pinion_monitor'@'10.0.%'",
                                    "SET SESSION sql_log_bin=1"))),
            new Finding(
                    "MySQL002",
                    "MySQL002A",
                    Severity.WARNING,
                    "default_storage_engine",
                    "default_storage_engine is MyISAM on MySQL002A: tables of other engines can't be copied, moved or rolled"
                            + " back",
                    new Cure.Statements(
                            List.of("SET GLOBAL default_storage_engine=InnoDB"), "default_storage_engine=InnoDB")));

    @Override
    public CompletionStage<List<Finding>> check() {
        return CompletableFuture.completedStage(FOUND);
    }

    @Override
    public CompletionStage<List<Finding>> checkServer(Server server, Optional<FirstLogin> login) {
        return CompletableFuture.completedStage(List.of(new Finding(
                "",
                server.name(),
                Severity.WARNING,
                "authentication plugin",
                "accounts log in by plugins that Pinion doesn't have for clients: report@localhost (unix_socket)",
                new Cure.Words(
                        "a password for each of these users in the topology; pinion user hash makes what it needs"))));
    }

    @Override
    public CompletionStage<List<Repaired>> repair(Predicate<Finding> wanted) {
        return CompletableFuture.completedStage(FOUND.stream()
                .filter(wanted)
                .map(finding -> new Repaired(finding, finding.cure().isSafe() ? Outcome.REPAIRED : Outcome.BY_HAND, ""))
                .toList());
    }
}
