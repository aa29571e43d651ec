package io.pinion.server.admin;

import static io.pinion.operations.statement.AnswerTable.text;

import io.pinion.operations.check.Repaired;
import io.pinion.operations.server.finding.Finding;
import io.pinion.operations.statement.AnswerTable;
import io.pinion.operations.statement.StatementArguments;
import java.util.concurrent.CompletionStage;

/** {@code REPAIR SERVERS}: does those cures of {@code CHECK SERVERS} that change no answer which a client gets. */
final class RepairServers extends AdminCommand {
    RepairServers() {
        super(
                RowFilter.line("REPAIR SERVERS"),
                "does those of these cures that no client notices; LIKE and WHERE choose what is repaired");
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        RowFilter filter = CheckServers.filter(arguments);
        return context.proxy()
                .operations()
                .checks()
                .repair(finding -> filter.keeps(CheckServers.cells(finding)))
                .thenApply(outcomes -> {
                    AnswerTable table = AnswerTable.of(
                            text("pair"),
                            text("place"),
                            text("level"),
                            text("check"),
                            text("outcome"),
                            text("problem"),
                            text("cure"));
                    for (Repaired repaired : outcomes) {
                        Finding finding = repaired.finding();
                        table.row(
                                finding.pair(),
                                finding.place(),
                                CheckServers.level(finding),
                                finding.check(),
                                repaired.reason().isEmpty()
                                        ? repaired.outcome()
                                        : repaired.outcome() + ": " + repaired.reason(),
                                finding.problem(),
                                finding.cure().text());
                    }
                    return new AdminAnswer.Answered(table.rows());
                });
    }
}
