package io.pinion.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that only has subcommands: without one of them it prints its help. */
abstract class GroupCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets the field
    GroupCommand() {}

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitStatus.USAGE;
    }
}
