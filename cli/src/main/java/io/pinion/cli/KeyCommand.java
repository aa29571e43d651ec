package io.pinion.cli;

import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.function.KeyEncoding;
import io.pinion.routing.function.ShardFunction;
import io.pinion.routing.function.ShardFunctions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pinion key}: the shard of a key under each hash, to find out which hash an old application uses. */
@Command(
        name = "key",
        description = "Show which shard a key hashes to, under every hash that a topology may name.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  pinion key 1.2.3.4",
            "  pinion key 1.2.3.4 --shards 4096 --hash md5",
            "",
            "A running proxy answers for its own keyspaces: SHOW KEY '1.2.3.4' IN lookup"
        })
final class KeyCommand extends CliCommand {
    @Parameters(index = "0", paramLabel = "KEY", description = "The key as text.")
    private String key;

    @Option(
            names = "--shards",
            paramLabel = "N",
            defaultValue = "4096",
            description = "hash mod N. Default: ${DEFAULT-VALUE}.")
    private int shards;

    @Option(names = "--hash", paramLabel = "NAME", description = "Only this hash.")
    private @Nullable String hash;

    @Option(
            names = "--charset",
            paramLabel = "NAME",
            defaultValue = "utf8mb4",
            description = "The keyspace's key_charset. Default: ${DEFAULT-VALUE}.")
    private String charset;

    @Override
    public Integer call() throws CliFailure {
        if (shards < 1 || shards > ShardId.MAX + 1) {
            throw CliFailure.usage("--shards " + shards + " is not between 1 and " + (ShardId.MAX + 1));
        }
        if (!KeyEncoding.CHARSETS.contains(charset)) {
            throw CliFailure.usage(
                    "there is no key charset " + charset + "; known are " + String.join(", ", KeyEncoding.CHARSETS));
        }
        byte[] bytes = new KeyEncoding(charset, false)
                .bytesOf(key)
                .orElseThrow(() -> new CliFailure("'" + key + "' has a character that " + charset + " lacks"));
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (ShardFunction function : functions()) {
            rows.add(List.of(function.name(), Integer.toString(function.shardOf(bytes, shards))));
        }
        Result result = new Result(List.of(new Result.Column("hash", false), new Result.Column("shard", true)), rows);
        print(OutputFormat.TABLE.print(result));
        return ExitStatus.OK;
    }

    private List<ShardFunction> functions() throws CliFailure {
        List<ShardFunction> functions = new ArrayList<>();
        String only = hash;
        for (String name : only == null ? ShardFunctions.names() : List.of(only)) {
            functions.add(ShardFunctions.byName(name)
                    .orElseThrow(() -> CliFailure.usage(
                            "there is no hash " + name + "; known are " + String.join(", ", ShardFunctions.names()))));
        }
        return functions;
    }
}
