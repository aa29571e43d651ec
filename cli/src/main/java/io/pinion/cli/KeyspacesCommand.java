package io.pinion.cli;

import picocli.CommandLine.Command;

/** {@code pinion keyspaces}: what clients see as databases. */
@Command(
        name = "keyspaces",
        description = "Make keyspaces over pairs, give them other shards, or drop empty ones.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  pinion show keyspaces",
            "  pinion keyspaces create shop --id 4096 --pairs MySQL001,MySQL002",
            "  pinion keyspaces reshard users --into 1024 --pairs MySQL001,MySQL002",
            "  pinion keyspaces drop shop --dry-run"
        })
final class KeyspacesCommand extends GroupCommand {}
