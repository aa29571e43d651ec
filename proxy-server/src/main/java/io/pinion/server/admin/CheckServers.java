package io.pinion.server.admin;

import static io.pinion.operations.statement.AnswerTable.text;

import io.pinion.operations.server.finding.Finding;
import io.pinion.operations.statement.AnswerTable;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.LocalAnswer.Column;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** {@code CHECK SERVERS}: what is wrong with servers and with this proxy, each with its cure. */
final class CheckServers extends AdminCommand {
    private static final List<Column> COLUMNS = List.of(
            text("pair"), text("place"), text("level"), text("check"), text("problem"), text("cure"), text("repair"));

    CheckServers() {
        super(
                RowFilter.line("CHECK SERVERS"),
                "what is wrong with the servers, their settings, accounts and replication, and with this proxy; each with"
                        + " its cure");
    }

    @Override
    public boolean changesNothing() {
        return true;
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        RowFilter filter = filter(arguments);
        return context.proxy()
                .operations()
                .checks()
                .check()
                .thenApply(findings -> new AdminAnswer.Answered(filter.apply(rows(findings))));
    }

    static LocalAnswer.Rows rows(List<Finding> findings) {
        AnswerTable table = new AnswerTable(COLUMNS);
        findings.forEach(finding -> table.row(cells(finding).toArray()));
        return table.rows();
    }

    static RowFilter filter(StatementArguments arguments) {
        return RowFilter.of(arguments, COLUMNS);
    }

    /** Of a row of the answer. */
    static List<@Nullable String> cells(Finding finding) {
        return List.of(
                finding.pair(),
                finding.place(),
                level(finding),
                finding.check(),
                finding.problem(),
                finding.cure().text(),
                finding.cure().isSafe() ? "yes" : "no");
    }

    static String level(Finding finding) {
        return finding.severity().name().toLowerCase(Locale.ROOT);
    }
}
