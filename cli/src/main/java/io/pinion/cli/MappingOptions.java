package io.pinion.cli;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A mapping, and what it is looked at against. */
final class MappingOptions {
    @Parameters(
            paramLabel = "MAPPING",
            description = "KEYSPACE.TABLE, or KEYSPACE.TABLE.COLUMN[.KEY] of objects that name their owner.")
    private String mapping = "";

    @Option(
            names = "--against",
            paramLabel = "OPPOSITE",
            description = "The mapping with the other direction, or TABLE.COLUMN[.KEY] of the objects.")
    private @Nullable String opposite;

    @Option(names = "--objects", description = "Look whether the objects at both ends are there.")
    private boolean objects;

    /** As an admin statement has it. */
    String sql() throws CliFailure {
        if (mapping.indexOf('.') < 0) {
            throw CliFailure.usage("whose mapping? KEYSPACE.TABLE, not " + mapping);
        }
        if (opposite == null && !objects) {
            throw CliFailure.usage("against what? --against OPPOSITE, --objects, or both");
        }
        String against = opposite == null ? "OBJECTS" : quoted(opposite) + (objects ? ", OBJECTS" : "");
        return "MAPPING " + quoted(mapping) + " AGAINST " + against;
    }

    private static String quoted(String names) {
        return Arrays.stream(names.split("\\.", -1)).map(ProxyCommand::quoted).collect(Collectors.joining("."));
    }
}
