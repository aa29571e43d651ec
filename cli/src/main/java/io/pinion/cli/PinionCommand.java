package io.pinion.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

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

    PinionCommand(CliEnvironment environment) {
        this.environment = environment;
    }

    /** The root of the tree that a command is in. */
    static PinionCommand of(CommandSpec command) {
        return (PinionCommand) command.root().userObject();
    }
}
