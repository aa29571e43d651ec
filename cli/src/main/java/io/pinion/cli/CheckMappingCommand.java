package io.pinion.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code pinion mappings check}: see {@code CHECK MAPPING}. The proxy looks in the background; the command waits. */
@Command(
        name = "check",
        description = "Look at all links of a mapping, on the standbys, while clients go on.",
        mixinStandardHelpOptions = true)
final class CheckMappingCommand extends BackgroundCommand {
    @Mixin
    private MappingOptions mapping;

    @Override
    String statement() throws CliFailure {
        return "CHECK " + mapping.sql();
    }
}
