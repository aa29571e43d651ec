package io.pinion.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command of the tree. */
abstract class CliCommand implements Callable<Integer> {
    /**
     * The width of a terminal that doesn't tell it: picocli assumes 55 then, which leaves no room for the time left.
     */
    static final int USUAL_WIDTH = 80;

    @Spec
    CommandSpec spec;

    /** Prints at once: somebody waits for it. */
    final void print(String text) {
        spec.commandLine().getOut().print(text);
        spec.commandLine().getOut().flush();
    }

    /** The environment of the whole tree, which its root has. */
    final CliEnvironment environment() {
        return PinionCommand.of(spec).environment;
    }
}
