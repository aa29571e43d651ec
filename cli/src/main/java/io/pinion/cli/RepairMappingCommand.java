package io.pinion.cli;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pinion mappings repair}: see {@code REPAIR MAPPING}. The proxy works in the background; the command waits. */
@Command(
        name = "repair",
        description = "Look at all links of a mapping, and repair those that are wrong.",
        mixinStandardHelpOptions = true)
final class RepairMappingCommand extends BackgroundCommand {
    @Mixin
    private MappingOptions mapping;

    @ArgGroup(multiplicity = "1")
    private How how;

    /** What is done about a wrong link. */
    private static final class How {
        @Option(names = "--add-missing", description = "Add the rows that the opposite mapping lacks.")
        private boolean add;

        @Option(names = "--delete-dangling", description = "Delete the links of objects that aren't there.")
        private boolean delete;

        String sql() {
            return (add ? " ADD MISSING" : "") + (delete ? " DELETE DANGLING" : "");
        }
    }

    @Override
    String statement() throws CliFailure {
        return "REPAIR " + mapping.sql() + how.sql();
    }
}
