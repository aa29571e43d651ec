package io.pinion.cli;

import picocli.CommandLine.Mixin;

/** A command whose operation goes on in the background, at the proxy; it waits for the end. */
abstract class BackgroundCommand extends ProxyCommand {
    @Mixin
    private DryRun dryRun;

    /** The admin statement that begins the operation. */
    abstract String statement() throws CliFailure;

    @Override
    final Result carryOut(AdminStatement order) throws CliFailure {
        String sql = dryRun.sql(statement());
        if (dryRun.wanted) {
            return order.ask(sql);
        }
        OperationState begun = OperationState.of(order.run(sql)).getFirst();
        return order.awaitEnd(begun.number());
    }

    @Override
    final OutputFormat onTerminal() {
        return dryRun.wanted ? OutputFormat.TABLE : OutputFormat.VERTICAL;
    }

    @Override
    final void judge(Result printed) throws CliFailure {
        if (!dryRun.wanted) {
            OperationState.require(printed, OperationState.REACHED);
        }
    }
}
