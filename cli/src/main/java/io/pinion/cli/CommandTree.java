package io.pinion.cli;

import io.pinion.cli.advise.UnreadableLog;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyUnavailable;
import io.pinion.config.source.TreeProtection.ProxiesWithoutUser;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** All commands, and what becomes of a command line that fails. */
final class CommandTree {
    private CommandTree() {}

    /** Parses and runs a command line; prints failures. Returns the exit status. */
    static int run(String[] arguments) {
        return commandLine(CliEnvironment.ofProcess()).execute(arguments);
    }

    /** The whole tree of commands. */
    static CommandLine commandLine(CliEnvironment environment) {
        CommandLine pinion = new CommandLine(new PinionCommand(environment))
                .addSubcommand(new DemoCommand())
                .addSubcommand(new InitCommand())
                .addSubcommand(new ServeCommand())
                .addSubcommand(new TopologyCommand())
                .addSubcommand(new StatusCommand())
                .addSubcommand(new AdviseCommand())
                .addSubcommand(new IdCommand())
                .addSubcommand(new KeyCommand())
                .addSubcommand(new UserCommand())
                .addSubcommand(new CompletionCommand());
        StatementTree.addTo(pinion);
        pinion.setExecutionExceptionHandler(CommandTree::explain);
        pinion.setParameterExceptionHandler(CommandTree::refuse);
        pinion.setCaseInsensitiveEnumValuesAllowed(true);
        pinion.setUsageHelpAutoWidth(true);
        return pinion;
    }

    /** One line, and what may have been meant: help would push both out of sight. */
    private static int refuse(ParameterException wrong, String[] arguments) {
        CommandLine command = wrong.getCommandLine();
        command.getErr().println(command.getColorScheme().errorText("pinion: " + wrong.getMessage()));
        UnmatchedArgumentException.printSuggestions(wrong, command.getErr());
        command.getErr().println(command.getCommandSpec().qualifiedName() + " --help explains it");
        command.getErr().flush();
        return ExitStatus.USAGE;
    }

    private static int explain(Exception failure, CommandLine command, ParseResult arguments) {
        String message =
                switch (failure) {
                    case CliFailure told -> told.getMessage();
                    case StoreUnavailable away -> away.getMessage();
                    case ProxiesWithoutUser named -> named.getMessage();
                    case TopologyUnavailable none -> none.getMessage();
                    case UnreadableLog other -> other.getMessage();
                    default -> unexpected(failure);
                };
        command.getErr().println(command.getColorScheme().errorText("pinion: " + message));
        if (PinionCommand.of(command.getCommandSpec()).debug) {
            failure.printStackTrace(command.getErr());
        }
        command.getErr().flush();
        return failure instanceof CliFailure known ? known.exitStatus() : ExitStatus.FAILED;
    }

    private static String unexpected(Exception failure) {
        String what = failure.getMessage() == null ? "" : ": " + failure.getMessage();
        return failure.getClass().getSimpleName() + what + " (--debug shows more)";
    }
}
