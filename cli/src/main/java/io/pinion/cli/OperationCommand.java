package io.pinion.cli;

import java.util.Set;
import picocli.CommandLine.Parameters;

/** A command on one operation. It prints the operation's state afterwards. */
abstract class OperationCommand extends ProxyCommand {
    /** The verb of a command that only looks at the operation. */
    static final String NOTHING = "";

    private final String verb;
    private final Set<String> wanted;

    @Parameters(paramLabel = "N", description = "Its number: pinion operations list.")
    private long number;

    /**
     * @param verb the statement's verb, such as {@code RESUME}, or {@link #NOTHING}
     * @param wanted the states in which the operation may end then
     */
    OperationCommand(CliEnvironment environment, String verb, Set<String> wanted) {
        super(environment);
        this.verb = verb;
        this.wanted = wanted;
    }

    /** Whether the command waits until the operation ends, or needs an operator's decision. */
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
