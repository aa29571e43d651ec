package io.pinion.cli;

import java.io.ByteArrayInputStream;
import java.util.Optional;
import picocli.CommandLine;

/** The tree of commands, to look at. */
final class CommandLines {
    private CommandLines() {}

    static CommandLine all() {
        CliEnvironment environment = new CliEnvironment(
                new ByteArrayInputStream(new byte[0]), name -> null, Optional.empty(), service -> service.stop()
                        .run());
        return CommandTree.commandLine(environment);
    }
}
