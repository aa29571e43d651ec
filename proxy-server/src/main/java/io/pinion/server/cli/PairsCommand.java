package io.pinion.server.cli;

import picocli.CommandLine.Command;

/** {@code pinion pairs}: what is done to the servers of a pair. */
@Command(
        name = "pairs",
        description = "Change places of a pair's servers, or let its primary take writes.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  pinion show pairs",
            "  pinion pairs promote MySQL001 --explain",
            "  pinion pairs promote MySQL001",
            "  pinion pairs open MySQL001"
        })
final class PairsCommand extends GroupCommand {}
