package io.pinion.cli;

import picocli.CommandLine.Command;

/** {@code pinion pairs}: operations on the servers of a pair. */
@Command(
        name = "pairs",
        description = "Change places of a pair's servers, replace one, or let its primary take writes.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  pinion show pairs",
            "  pinion pairs promote MySQL001 --dry-run",
            "  pinion pairs promote MySQL001",
            "  pinion pairs open MySQL001",
            "  pinion pairs replace-standby MySQL001 --with MySQL001C"
        })
final class PairsCommand extends GroupCommand {}
