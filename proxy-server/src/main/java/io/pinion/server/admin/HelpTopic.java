package io.pinion.server.admin;

import io.pinion.operations.statement.StatementArguments;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * {@code HELP 'PINION'}: the statement that the command line clients of MySQL and MariaDB send for {@code help pinion}.
 * They show one row of three columns as a topic's page, and anything else as a list of topics without their
 * descriptions.
 */
final class HelpTopic extends AdminCommand {
    private final List<AdminCommand> commands;

    /** @param commands read when the command runs, so that the list may be completed after the constructor */
    HelpTopic(List<AdminCommand> commands) {
        super("HELP 'PINION'", "this list as a page, for the command line clients");
        this.commands = commands;
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        String page = commands.stream()
                .map(command -> command.syntax() + "\n    " + command.purpose())
                .collect(Collectors.joining("\n"));
        AnswerTable table =
                AnswerTable.of(AnswerTable.text("name"), AnswerTable.text("description"), AnswerTable.text("example"));
        table.row("PINION", page, "");
        return AdminCommands.answered(table.rows());
    }
}
