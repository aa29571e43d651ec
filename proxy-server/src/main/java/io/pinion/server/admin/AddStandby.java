package io.pinion.server.admin;

import io.pinion.config.topology.Server;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.pair.FirstLogin;
import io.pinion.operations.pair.StandbyAddition;
import io.pinion.operations.statement.StatementArguments;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** {@code ADD STANDBY p 'host:port'}: a pair of one server gets an empty one, which the topology doesn't have yet. */
final class AddStandby extends ExplainedCommand {
    AddStandby() {
        super(
                "ADD STANDBY pair [server] 'host:port' " + PairArguments.USING,
                "gives a pair of one server a standby: an empty server gets all that the pair has");
    }

    /** What stands behind the name of the statement. */
    private record Wanted(StandbyAddition task, Optional<FirstLogin> login) {}

    private static Wanted read(StatementArguments arguments, AdminContext context) {
        String pair = arguments.text("pair");
        Server standby = PairArguments.server(
                arguments.clauses().getFirst(), context.proxy().topology().freeServerName(pair, 'B'));
        return new Wanted(new StandbyAddition(pair, standby), PairArguments.login(arguments));
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        Wanted wanted = read(arguments, context);
        return context.proxy()
                .operations()
                .pairs()
                .addStandby(wanted.task(), wanted.login(), context.session().userName())
                .thenCompose(made -> PairArguments.known(made, context));
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(StatementArguments arguments, AdminContext context) {
        Wanted wanted = read(arguments, context);
        return context.proxy().operations().pairs().explainAddStandby(wanted.task(), wanted.login());
    }
}
