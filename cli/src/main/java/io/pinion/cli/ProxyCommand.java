package io.pinion.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * A command that a running proxy carries out, and which prints what came of it. While that takes, whoever waits for it sees how
 * far it is.
 */
abstract class ProxyCommand implements Callable<Integer> {
    /** Of a terminal that doesn't tell: picocli makes it 55 then, which leaves no room for the time that is left. */
    private static final int USUAL_WIDTH = 80;

    private final CliEnvironment environment;

    @Mixin
    private ProxyOptions proxy;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets the fields
    ProxyCommand(CliEnvironment environment) {
        this.environment = environment;
    }

    /** What is printed; fails with {@link ExitStatus#USAGE} when options don't go together. */
    abstract Result carryOut(AdminStatement order) throws CliFailure;

    /** How a person at a terminal reads that best. */
    OutputFormat onTerminal() {
        return OutputFormat.TABLE;
    }

    /** Asked when it has been printed: fails when that isn't what was wanted, for scripts and for whoever reads the last line. */
    void judge(Result printed) throws CliFailure {}

    @Override
    public final Integer call() throws CliFailure {
        Result answer = carryOut(new AdminStatement(proxy, environment, this::progress));
        PrintWriter out = spec.commandLine().getOut();
        out.print(proxy.format(environment, onTerminal()).print(answer));
        out.flush();
        judge(answer);
        return ExitStatus.OK;
    }

    /** On standard error, so that it never gets among what a script reads. */
    private ProgressView progress() {
        CommandLine command = spec.commandLine();
        if (environment.terminal().isPresent()) {
            return new ProgressBar(command.getErr(), Math.max(USUAL_WIDTH, command.getUsageHelpWidth()));
        }
        return proxy.format == OutputFormat.JSON
                ? ProgressView.NONE
                : new ProgressLog(command.getErr(), System::nanoTime);
    }

    /** A name as admin statements take any. */
    static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }
}
