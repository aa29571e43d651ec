package io.pinion.cli;

import java.util.Locale;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A verb of {@code pinion operations} about one operation. It prints the operation's state afterwards. */
@Command(mixinStandardHelpOptions = true)
final class OperationCommand extends ProxyCommand {
    /** The verbs, as {@code pinion operations} and, but for the first, the admin statement say them. */
    enum Verb {
        SHOW("One operation: how far it is, what went wrong, and what can be said of it next."),
        RESUME("Go on with one that has failed or lost its proxy, to its end."),
        CANCEL("Give one up, before its next step; what it did stays, or is undone where that is safe."),
        HAND_OVER("Let an import that waits for the word compare every row and hand the name over."),
        FINISH(
                "End a move or an import for good: the old copy is dropped, the old database given up. There is no way back then."),
        REVERT("Go back behind a move or an import, with all that was written since; clients wait for a moment.");

        private final String description;

        Verb(String description) {
            this.description = description;
        }

        /** The states in which the operation may end then. */
        private Set<String> wanted() {
            return switch (this) {
                case SHOW, RESUME -> OperationState.REACHED;
                case CANCEL -> Set.of(OperationState.CANCELLED);
                case REVERT -> Set.of(OperationState.REVERTED);
                case HAND_OVER -> Set.of(OperationState.WAITING);
                case FINISH -> Set.of(OperationState.DONE);
            };
        }

        /** Whether the command waits for the operation's end, or an operator's decision, only if it is told to. */
        private boolean isWatched() {
            return this == SHOW || this == CANCEL;
        }
    }

    private static final class Watch {
        @Option(names = "--watch", description = "Wait until it has ended, and show how far it is.")
        private boolean wanted;
    }

    private final Verb verb;
    private final Watch watch = new Watch();

    @Parameters(paramLabel = "N", description = "Its number: pinion operations list.")
    private long number;

    private OperationCommand(Verb verb) {
        this.verb = verb;
    }

    static CommandLine of(Verb verb) {
        OperationCommand command = new OperationCommand(verb);
        CommandSpec spec = CommandSpec.forAnnotatedObject(command)
                .name(verb.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        spec.usageMessage().description(verb.description);
        if (verb.isWatched()) {
            spec.addMixin("watch", CommandSpec.forAnnotatedObject(command.watch));
        }
        return new CommandLine(spec);
    }

    private boolean awaitsEnd() {
        return watch.wanted || !verb.isWatched();
    }

    @Override
    Result carryOut(AdminStatement order) throws CliFailure {
        if (verb != Verb.SHOW) {
            order.run(verb.name().replace('_', ' ') + " OPERATION " + number, number);
        }
        return awaitsEnd() ? order.awaitEnd(number) : order.look(number);
    }

    @Override
    OutputFormat onTerminal() {
        return OutputFormat.VERTICAL;
    }

    @Override
    void judge(Result printed) throws CliFailure {
        if (awaitsEnd()) {
            OperationState.require(printed, verb.wanted());
        }
    }
}
