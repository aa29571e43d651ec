package io.pinion.cli;

import picocli.CommandLine.Command;

/** {@code pinion shards}: operations on the shards of a keyspace. */
@Command(
        name = "shards",
        description =
                "Open shards, move them to other pairs, even them out, compare their copies, and say which of them new objects go to.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  pinion show shards",
            "  pinion shards open 4096-8191 --pair MySQL002 --keyspace pinterest --dry-run",
            "  pinion shards open 4096-8191 --pair MySQL002 --keyspace pinterest",
            "  pinion shards weight 0-511 0 --keyspace pinterest",
            "  pinion shards move 256-511 --keyspace pinterest --to MySQL002",
            "  pinion shards verify 256-511 --keyspace pinterest",
            "  pinion shards rebalance --keyspace pinterest --dry-run"
        })
final class ShardsCommand extends GroupCommand {}
