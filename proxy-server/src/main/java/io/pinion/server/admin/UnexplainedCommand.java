package io.pinion.server.admin;

import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxLine;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.routing.text.AdminOpening;
import java.util.concurrent.CompletionStage;

/**
 * {@code EXPLAIN} before a statement that has none: a server would look for a table of that name. Help doesn't list it.
 */
final class UnexplainedCommand extends AdminCommand {
    private final AdminCommand command;

    UnexplainedCommand(AdminCommand command) {
        super(
                opening(command.name()),
                "refused",
                command.openings().stream()
                        .skip(1)
                        .map(UnexplainedCommand::opening)
                        .toArray(SyntaxLine[]::new));
        this.command = command;
    }

    private static SyntaxLine opening(String words) {
        return SyntaxLine.of(words + " [statement]").behind(ExplainOperation.EXPLAIN);
    }

    @Override
    boolean isForEverybody() {
        return command.isForEverybody();
    }

    @Override
    public AdminOpening.Behind behind() {
        return ExplainOperation.behind(command);
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        return AdminAnswer.now(AdminAnswer.Failed.of(
                ErrorCode.NOT_SUPPORTED_YET,
                "Pinion: there is no EXPLAIN of " + command.name()
                        + "; HELP PINION lists the statements that have one"));
    }
}
