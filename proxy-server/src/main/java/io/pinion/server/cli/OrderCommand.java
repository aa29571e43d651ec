package io.pinion.server.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * A command that has a running proxy do something, and prints what it answers. While that takes, a person at a terminal sees how
 * far it is.
 */
abstract class OrderCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin
    private ProxyOptions proxy;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets the fields
    OrderCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** The admin statement that does it; fails with {@link ExitStatus#USAGE} when options don't go together. */
    abstract String sql() throws CliFailure;

    @Override
    public final Integer call() throws CliFailure {
        Order order = new Order(proxy, surroundings, spec.commandLine().getErr());
        Result answer = order.run(sql());
        spec.commandLine().getOut().print(proxy.format(surroundings).print(answer));
        spec.commandLine().getOut().flush();
        return order.exitStatus();
    }

    /** A name as admin statements take any. */
    static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }
}
