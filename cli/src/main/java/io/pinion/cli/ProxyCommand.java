package io.pinion.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;

/** A command that a running proxy carries out. It shows the progress meanwhile, and prints the result. */
abstract class ProxyCommand extends CliCommand {
    /**
     * The width of a terminal that doesn't tell it: picocli assumes 55 then, which leaves no room for the time left.
     */
    static final int USUAL_WIDTH = 80;

    @Mixin
    private ProxyOptions proxy;

    /**
     * Runs the command and returns the rows to print; fails with {@link ExitStatus#USAGE} when options don't go
     * together.
     */
    abstract Result carryOut(AdminStatement order) throws CliFailure;

    /** The format that a person at a terminal reads best. */
    OutputFormat onTerminal(Result printed) {
        return OutputFormat.TABLE;
    }

    /**
     * Called after the output: fails when the result isn't the wanted one, for scripts and for readers of the last
     * line.
     */
    void judge(Result printed) throws CliFailure {}

    @Override
    public Integer call() throws CliFailure {
        Result answer = carryOut(new AdminStatement(proxy, environment(), progress()));
        PrintWriter out = spec.commandLine().getOut();
        out.print(proxy.format(environment(), onTerminal(answer)).print(answer));
        out.flush();
        judge(answer);
        return ExitStatus.OK;
    }

    /** Uses standard error, so that a script's input has no progress in it. */
    private ProgressView progress() {
        CommandLine command = spec.commandLine();
        if (environment().terminal().isPresent()) {
            return new ProgressBar(command.getErr(), Math.max(USUAL_WIDTH, command.getUsageHelpWidth()));
        }
        return proxy.isJson() ? ProgressView.NONE : new ProgressLog(command.getErr(), System::nanoTime);
    }
}
