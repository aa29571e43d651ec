package io.pinion.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code pinion}: the root of all commands. */
@Command(
        name = "pinion",
        description = "A MySQL-protocol proxy that routes each statement to its shard.",
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  pinion demo                                      try it, with real servers",
            "  pinion init --server-version 11.4.9-MariaDB      begin a cluster of your own",
            "  pinion serve --config pinion/pinion.yaml         run a proxy",
            "  pinion topology validate topology.json           check a document",
            "  pinion status                                    see how a cluster is",
            "  pinion show shards --user admin                  ask a running proxy",
            "  pinion promote pair MySQL001                     make its standby the primary",
            "",
            "pinion COMMAND --help explains a command."
        })
public final class PinionCommand extends GroupCommand {
    @Option(
            names = "--debug",
            scope = ScopeType.INHERIT,
            description = "Show the stack trace of a failure, and debug messages.")
    boolean debug;

    final CliEnvironment environment;

    private PinionCommand(CliEnvironment environment) {
        this.environment = environment;
    }

    /** The root of the tree that a command is in. */
    static PinionCommand of(CommandSpec command) {
        return (PinionCommand) command.root().userObject();
    }

    /** Parses and runs a command line; prints failures. Returns the exit status. */
    public static int run(String[] arguments) {
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
                .addSubcommand(new DoctorCommand())
                .addSubcommand(new AdviseCommand())
                .addSubcommand(new RebalanceCommand())
                .addSubcommand(new IdCommand())
                .addSubcommand(new KeyCommand())
                .addSubcommand(new UserCommand())
                .addSubcommand(new CompletionCommand());
        StatementTree.addTo(pinion);
        pinion.setExecutionExceptionHandler(PinionCommand::explain);
        pinion.setParameterExceptionHandler(PinionCommand::refuse);
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
        String message = failure instanceof CliFailure ? failure.getMessage() : unexpected(failure);
        command.getErr().println(command.getColorScheme().errorText("pinion: " + message));
        if (of(command.getCommandSpec()).debug) {
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
