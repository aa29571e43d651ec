package io.pinion.server.admin;

import io.pinion.operations.statement.StatementArguments;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** {@code HELP PINION}: the list of commands. */
final class Help extends AdminCommand {
    private final List<AdminCommand> commands;

    /** @param commands read when the command runs, so that the list may be completed after the constructor */
    Help(List<AdminCommand> commands) {
        super("HELP PINION", "this list");
        this.commands = commands;
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        AnswerTable table = AnswerTable.of(AnswerTable.text("command"), AnswerTable.text("purpose"));
        commands.forEach(command -> table.row(command.syntax(), command.purpose()));
        return AdminCommands.answered(table.rows());
    }
}
