package io.pinion.cli;

import io.pinion.cli.pages.GeneratedPage;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code pinion completion}: prints what makes bash complete commands, and the manual page. */
@Command(
        name = "completion",
        description = "Print completion for bash, or the manual page.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nAn installed package has these in their places. Examples:%n",
        footer = {"  source <(pinion completion bash)", "  pinion completion man | man -l -"})
final class CompletionCommand extends CliCommand {
    @Parameters(paramLabel = "PAGE", description = "${COMPLETION-CANDIDATES}.")
    private GeneratedPage page;

    @Override
    public Integer call() {
        CommandLine root = spec.root().commandLine();
        spec.commandLine().getOut().print(page.of(root, Version.number()));
        spec.commandLine().getOut().flush();
        return ExitStatus.OK;
    }
}
