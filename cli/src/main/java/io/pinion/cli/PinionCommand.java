package io.pinion.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

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
            "  pinion pairs promote MySQL001                    make its standby the primary",
            "",
            "pinion COMMAND --help explains a command."
        })
public final class PinionCommand implements Callable<Integer> {
    @Option(
            names = "--debug",
            scope = ScopeType.INHERIT,
            description = "Show the stack trace of a failure, and debug messages.")
    private boolean debug;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets the fields
    PinionCommand() {}

    /** Parses and runs a command line; prints failures. Returns the exit status. */
    public static int run(String[] arguments) {
        CliEnvironment environment = CliEnvironment.ofProcess();
        return commandLine(environment, new Stores(environment)).execute(arguments);
    }

    /** The whole tree of commands. */
    static CommandLine commandLine(CliEnvironment environment, StoreOptions.Opener stores) {
        CommandLine operations =
                new CommandLine(new OperationsCommand()).addSubcommand(new ListOperationsCommand(environment));
        for (OperationCommand.Verb verb : OperationCommand.Verb.values()) {
            operations.addSubcommand(OperationCommand.of(environment, verb));
        }
        CommandLine pinion = new CommandLine(new PinionCommand())
                .addSubcommand(new DemoCommand(environment))
                .addSubcommand(new InitCommand(environment, stores))
                .addSubcommand(new ServeCommand(environment))
                .addSubcommand(new TopologyCommand(environment, stores))
                .addSubcommand(new StatusCommand(environment))
                .addSubcommand(new ShowCommand(environment))
                .addSubcommand(new DoctorCommand(environment))
                .addSubcommand(new AdviseCommand(environment))
                .addSubcommand(new CommandLine(new PairsCommand())
                        .addSubcommand(new CreatePairCommand(environment))
                        .addSubcommand(new AddStandbyCommand(environment))
                        .addSubcommand(new DropPairCommand(environment))
                        .addSubcommand(new PromoteCommand(environment))
                        .addSubcommand(new OpenPairCommand(environment))
                        .addSubcommand(new ReplaceStandbyCommand(environment)))
                .addSubcommand(new CommandLine(new KeyspacesCommand())
                        .addSubcommand(new CreateKeyspaceCommand(environment))
                        .addSubcommand(new ReshardKeyspaceCommand(environment))
                        .addSubcommand(new RekeyTableCommand(environment))
                        .addSubcommand(new ConvertTableCommand(environment))
                        .addSubcommand(new DropKeyspaceCommand(environment)))
                .addSubcommand(new CommandLine(new MappingsCommand())
                        .addSubcommand(new CheckMappingCommand(environment))
                        .addSubcommand(new RepairMappingCommand(environment))
                        .addSubcommand(new WatchMappingCommand(environment)))
                .addSubcommand(new ImportCommand(environment))
                .addSubcommand(new ExportCommand(environment))
                .addSubcommand(new CommandLine(new ShardsCommand())
                        .addSubcommand(new OpenShardsCommand(environment))
                        .addSubcommand(new WeightCommand(environment))
                        .addSubcommand(MovingCommand.move(environment))
                        .addSubcommand(MovingCommand.split(environment))
                        .addSubcommand(new VerifyCommand(environment))
                        .addSubcommand(new RestoreCommand(environment))
                        .addSubcommand(new RebalanceCommand(environment)))
                .addSubcommand(new CommandLine(new UsersCommand())
                        .addSubcommand(new ListUsersCommand(environment))
                        .addSubcommand(new AddUserCommand(environment))
                        .addSubcommand(new AlterUserCommand(environment))
                        .addSubcommand(new DropUserCommand(environment)))
                .addSubcommand(operations)
                .addSubcommand(new IdCommand())
                .addSubcommand(new KeyCommand())
                .addSubcommand(new UserCommand(environment))
                .addSubcommand(new CompletionCommand());
        pinion.setExecutionExceptionHandler(PinionCommand::explain);
        pinion.setCaseInsensitiveEnumValuesAllowed(true);
        pinion.setUsageHelpAutoWidth(true);
        return pinion;
    }

    /** Without a command only the help can be printed. */
    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitStatus.USAGE;
    }

    private static int explain(Exception failure, CommandLine command, ParseResult arguments) {
        String message = failure instanceof CliFailure ? failure.getMessage() : unexpected(failure);
        command.getErr().println(command.getColorScheme().errorText("pinion: " + message));
        if (isDebugging(command)) {
            failure.printStackTrace(command.getErr());
        }
        command.getErr().flush();
        return failure instanceof CliFailure known ? known.exitStatus() : ExitStatus.FAILED;
    }

    private static String unexpected(Exception failure) {
        String what = failure.getMessage() == null ? "" : ": " + failure.getMessage();
        return failure.getClass().getSimpleName() + what + " (--debug shows more)";
    }

    static boolean isDebugging(CommandLine command) {
        CommandLine root = command;
        while (root.getParent() != null) {
            root = root.getParent();
        }
        PinionCommand pinion = root.getCommand();
        return pinion.debug;
    }
}
