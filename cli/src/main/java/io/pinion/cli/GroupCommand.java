package io.pinion.cli;

/** A command that only has subcommands: without one of them it prints its help. */
abstract class GroupCommand extends CliCommand {
    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitStatus.USAGE;
    }
}
