package io.pinion.server.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A command about one operation. What it prints is the operation as it is then. */
abstract class OperationCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Parameters(paramLabel = "N", description = "Its number: pinion operations list.")
    private long number;

    @Option(names = "--watch", description = "Wait until it has ended; on a terminal, show how far it is.")
    private boolean watch;

    @Mixin
    private ProxyOptions proxy;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets the fields
    OperationCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** What is said of the operation, such as {@code RESUME}; empty to look only. */
    abstract String verb();

    @Override
    public final Integer call() throws CliFailure {
        Order order = new Order(proxy, surroundings, spec.commandLine().getErr());
        if (!verb().isEmpty()) {
            order.run(verb() + " OPERATION " + number, number);
        }
        Result now = order.watch(number, watch);
        spec.commandLine().getOut().print(proxy.format(surroundings).print(now));
        spec.commandLine().getOut().flush();
        return order.exitStatus();
    }
}
