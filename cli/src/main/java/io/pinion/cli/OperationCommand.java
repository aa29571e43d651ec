package io.pinion.cli;

import java.util.Set;
import picocli.CommandLine.Parameters;

/** A command about one operation. What it prints is the operation as it is then. */
abstract class OperationCommand extends ProxyCommand {
    /** Something is said of it, or it is only looked at. */
    static final String NOTHING = "";

    private final String verb;
    private final Set<String> wanted;

    @Parameters(paramLabel = "N", description = "Its number: pinion operations list.")
    private long number;

    /**
     * @param verb what is said of the operation, such as {@code RESUME}, or {@link #NOTHING}
     * @param wanted the states in which it may end then
     */
    OperationCommand(CliEnvironment environment, String verb, Set<String> wanted) {
        super(environment);
        this.verb = verb;
        this.wanted = wanted;
    }

    /** Whether it is waited for: until it has ended, or somebody has to say what becomes of it. */
    abstract boolean awaitsEnd();

    @Override
    final Result carryOut(AdminStatement order) throws CliFailure {
        if (!verb.equals(NOTHING)) {
            order.run(verb + " OPERATION " + number, number);
        }
        return awaitsEnd() ? order.awaitEnd(number) : order.look(number);
    }

    @Override
    final OutputFormat onTerminal() {
        return OutputFormat.VERTICAL;
    }

    @Override
    final void judge(Result printed) throws CliFailure {
        if (awaitsEnd()) {
            OperationState.require(printed, wanted);
        }
    }
}
