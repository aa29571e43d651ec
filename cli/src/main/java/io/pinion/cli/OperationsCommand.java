package io.pinion.cli;

import picocli.CommandLine.Command;

/** {@code pinion operations}: shows and controls long operations on shards and servers. */
@Command(
        name = "operations",
        description =
                "Look after operations: promotions, moves and openings of shards, changes of tables on all of them.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  pinion operations list",
            "  pinion operations show 7 --watch",
            "  pinion operations resume 7",
            "  pinion operations cancel 7",
            "  pinion operations finish 7"
        })
final class OperationsCommand extends GroupCommand {}
