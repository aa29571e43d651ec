package io.pinion.server.admin;

import io.pinion.operations.statement.AnswerTable;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxLine;
import io.pinion.routing.plan.LocalAnswer;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * {@code HELP 'PINION'}: the statement that the command line clients of MySQL and MariaDB send for {@code help pinion},
 * as they send {@code HELP 'PINION SHOW PAIRS'} for {@code help pinion show pairs}. They show one row of three columns
 * as a topic's page, and anything else as a list of topics without their descriptions.
 */
final class HelpTopic extends AdminCommand {
    private static final String ALL = "PINION";

    private final List<AdminCommand> commands;

    /** @param commands with all tables; the rest of the list may be completed after the constructor */
    HelpTopic(List<AdminCommand> commands) {
        super(
                SyntaxLine.of("HELP '" + ALL + "'"),
                "this list as a page, for the command line clients",
                AdminTable.shown(commands)
                        .map(table -> SyntaxLine.of("HELP '" + ALL + " " + table.name() + "'"))
                        .toArray(SyntaxLine[]::new));
        this.commands = commands;
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        String topic = arguments.statement().all().getLast().text().toUpperCase(Locale.ROOT);
        LocalAnswer.Rows told = topic.equals(ALL)
                ? Help.list(commands)
                : Help.columns(topic.substring(ALL.length()).strip(), commands);
        AnswerTable table = new AnswerTable(LocalAnswer.Rows.textColumns("name", "description", "example"));
        table.row(topic, told.rows().stream().map(HelpTopic::entry).collect(Collectors.joining("\n")), "");
        return AdminAnswer.now(table.rows());
    }

    /** The last cell explains the others. */
    private static String entry(List<@Nullable String> row) {
        String named = row.subList(0, row.size() - 1).stream()
                .filter(cell -> cell != null && !cell.isEmpty())
                .collect(Collectors.joining(", "));
        return named + "\n    " + row.getLast();
    }
}
