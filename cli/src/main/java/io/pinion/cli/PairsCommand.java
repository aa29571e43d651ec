package io.pinion.cli;

import picocli.CommandLine.Command;

/** {@code pinion pairs}: operations on the servers of a pair. */
@Command(
        name = "pairs",
        description = "Make pairs, change places of their servers, replace one, or let a primary take writes.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  pinion show pairs",
            "  pinion pairs create MySQL001 --primary 10.0.1.1:3306 --standby 10.0.1.2:3306 --using root",
            "  pinion pairs promote MySQL001 --dry-run",
            "  pinion pairs promote MySQL001",
            "  pinion pairs open MySQL001",
            "  pinion pairs replace-standby MySQL001 --with MySQL001C"
        })
final class PairsCommand extends GroupCommand {}
