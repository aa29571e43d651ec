package io.pinion.cli;

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

    @SuppressWarnings("NullAway.Init") // picocli sets the fields
    RestoreCommand(CliEnvironment environment) {
        super(environment);
    }

    @Override
    String statement() throws CliFailure {
        return "RESTORE SHARDS " + shards.range() + " IN " + quoted(shards.keyspace) + " FROM "
                + ServerLoginOptions.text(place);
    }
}
