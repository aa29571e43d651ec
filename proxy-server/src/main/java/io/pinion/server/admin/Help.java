package io.pinion.server.admin;

import io.pinion.operations.statement.AnswerTable;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxLine;
import io.pinion.routing.plan.LocalAnswer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** {@code HELP PINION}: the list of commands, or the columns of one SHOW. */
final class Help extends AdminCommand {
    private static final String SHOW = "SHOW ";

    private final List<AdminCommand> commands;

    /** @param commands with all tables; the rest of the list may be completed after the constructor */
    Help(List<AdminCommand> commands) {
        super(
                SyntaxLine.of("HELP PINION [SHOW table]", Map.of("table", tables(commands))),
                "this list, or what the columns of a SHOW mean");
        this.commands = commands;
    }

    private static String tables(List<AdminCommand> commands) {
        return AdminTable.shown(commands)
                .map(table -> table.name().substring(SHOW.length()))
                .collect(Collectors.joining(" | ", "{", "}"));
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        String last = arguments.clauses().getLast().words();
        return AdminAnswer.now(arguments.has("SHOW") ? columns(SHOW + last, commands) : list(commands));
    }

    static LocalAnswer.Rows list(List<AdminCommand> commands) {
        AnswerTable list = AnswerTable.of(AnswerTable.text("command"), AnswerTable.text("purpose"));
        commands.forEach(command -> list.row(command.syntax(), command.purpose()));
        return list.rows();
    }

    /** @param table such as {@code SHOW PAIRS} */
    static LocalAnswer.Rows columns(String table, List<AdminCommand> commands) {
        AnswerTable columns = new AnswerTable(LocalAnswer.Rows.textColumns("column", "type", "unit", "meaning"));
        AdminTable.shown(commands)
                .filter(known -> known.name().equals(table))
                .flatMap(known -> known.columns().stream())
                .forEach(column -> columns.row(
                        column.name(), column.type().words(), column.unit().words(), column.meaning()));
        return columns.rows();
    }
}
