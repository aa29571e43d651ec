package io.pinion.cli;

import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pinion shards restore}: see {@code RESTORE SHARDS}. The proxy loads in the background; the command waits. */
@Command(
        name = "restore",
        description = "Load the rows of shards from an export into databases beside theirs.",
        mixinStandardHelpOptions = true)
final class RestoreCommand extends BackgroundCommand {
    @Mixin
    private ShardOptions shards;

    @Option(
            names = "--from",
            paramLabel = "PLACE",
            required = true,
            description = "The place of an export as SQL: a directory below exports.directory, or s3://bucket/prefix.")
    private String place;

    @Option(names = "--tables", paramLabel = "TABLE", split = ",", description = "Some of its tables. Default: all.")
    private List<String> tables = List.of();

    @Override
    String statement() throws CliFailure {
        String some = tables.isEmpty()
                ? ""
                : tables.stream().map(ProxyCommand::quoted).collect(Collectors.joining(", ", " TABLES ", ""));
        return "RESTORE SHARDS " + shards.range() + some + " IN " + quoted(shards.keyspace) + " FROM "
                + ServerLoginOptions.text(place);
    }
}
