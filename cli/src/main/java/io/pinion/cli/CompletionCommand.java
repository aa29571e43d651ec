package io.pinion.cli;

import io.pinion.cli.pages.BashCompletion;
import picocli.CommandLine.Command;

/** {@code pinion completion}: prints what makes shells complete commands. */
@Command(
        name = "completion",
        description = "Print completion for bash.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class CompletionCommand extends GroupCommand {
    @Command(
            name = "bash",
            description = "Print what makes bash complete commands, options and the words of statements.",
            mixinStandardHelpOptions = true,
            footerHeading = "%nAn installed package has it in its place. Example:%n",
            footer = "  source <(pinion completion bash)")
    int bash() {
        print(BashCompletion.of(spec.root().commandLine()));
        return ExitStatus.OK;
    }
}
