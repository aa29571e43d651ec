package io.pinion.cli;

import io.pinion.routing.catalog.Decoder;
import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.ShardId;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pinion id}: decodes and composes ids, without any cluster. */
@Command(
        name = "id",
        description = "Take a global id apart, or compose one.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {"  pinion id 241294492511762325", "  pinion id --shard 3429 --type 1 --local 7075733"})
final class IdCommand extends CliCommand {
    @ArgGroup(multiplicity = "1")
    private Input input;

    static final class Input {
        @Parameters(index = "0", paramLabel = "ID", description = "An id as applications store it.")
        @Nullable
        String id;

        @ArgGroup(exclusive = false)
        @Nullable
        Parts parts;
    }

    static final class Parts {
        @Option(names = "--shard", required = true, description = "0 to 65535.")
        int shard;

        @Option(names = "--type", required = true, description = "0 to 1023.")
        int type;

        @Option(names = "--local", required = true, description = "The local id, up to 36 bits.")
        long local;
    }

    @Override
    public Integer call() throws CliFailure {
        print(Decoder.partsOf(id()));
        return ExitStatus.OK;
    }

    private GlobalId id() throws CliFailure {
        try {
            Parts parts = input.parts;
            if (parts != null) {
                return GlobalId.compose(new ShardId(parts.shard), parts.type, parts.local);
            }
            return GlobalId.parse(input.id == null ? "" : input.id);
        } catch (IllegalArgumentException e) {
            throw new CliFailure(e.getMessage() + ", so it is no id", e);
        }
    }
}
