package io.pinion.cli;

/** A command that sends one admin statement and prints the proxy's answer. */
abstract class AdminStatementCommand extends ProxyCommand {
    /** The admin statement; fails with {@link ExitStatus#USAGE} when options don't go together. */
    abstract String sql() throws CliFailure;

    @Override
    final Result carryOut(AdminStatement order) throws CliFailure {
        return order.run(sql());
    }
}
