package io.pinion.cli;

import picocli.CommandLine.Command;

/** {@code pinion mappings}: links of which one end alone knows, or whose objects are gone. */
@Command(
        name = "mappings",
        description =
                "Look for links that one direction lacks or whose objects are gone, once or all the time; repair them.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  pinion mappings check pinterest.board_has_pins --against pin_in_board --objects",
            "  pinion mappings repair pinterest.board_has_pins --objects --delete-dangling",
            "  pinion mappings watch pinterest.board_has_pins --against pin_in_board",
            "  pinion show mapping faults"
        })
final class MappingsCommand extends GroupCommand {}
