package io.pinion.server.cli;

/** A command that says one admin statement and prints what the proxy answers. */
abstract class OrderCommand extends ProxyCommand {
    OrderCommand(Surroundings surroundings) {
        super(surroundings);
    }

    /** The admin statement; fails with {@link ExitStatus#USAGE} when options don't go together. */
    abstract String sql() throws CliFailure;

    @Override
    final Result carryOut(Order order) throws CliFailure {
        return order.run(sql());
    }
}
