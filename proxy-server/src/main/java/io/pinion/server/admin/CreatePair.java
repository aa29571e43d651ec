package io.pinion.server.admin;

import io.pinion.config.topology.Server;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.pair.FirstLogin;
import io.pinion.operations.pair.PairCreation;
import io.pinion.operations.statement.StatementArguments;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** {@code CREATE PAIR p PRIMARY 'host:port' STANDBY 'host:port'}: makes two servers a pair of the topology. */
final class CreatePair extends ExplainedCommand {
    CreatePair() {
        super(
                "CREATE PAIR pair PRIMARY [server] 'host:port' [STANDBY [server] 'host:port'] [AS HOME] "
                        + PairArguments.USING,
                "makes servers a pair: the standby gets all that the primary has, each follows the other, and the topology"
                        + " has them");
    }

    /** What stands behind the name of the statement. */
    private record Wanted(PairCreation task, Optional<FirstLogin> login) {}

    private static Wanted read(StatementArguments arguments) {
        String pair = arguments.text("pair");
        Server primary = PairArguments.server(arguments.clause("PRIMARY").orElseThrow(), pair + "A");
        Optional<Server> standby = arguments.clause("STANDBY").map(clause -> PairArguments.server(clause, pair + "B"));
        return new Wanted(
                new PairCreation(pair, primary, standby, arguments.has("AS HOME")), PairArguments.login(arguments));
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        Wanted wanted = read(arguments);
        return context.proxy()
                .operations()
                .pairs()
                .create(wanted.task(), wanted.login(), context.session().userName())
                .thenCompose(made -> PairArguments.known(made, context));
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(StatementArguments arguments, AdminContext context) {
        Wanted wanted = read(arguments);
        return context.proxy().operations().pairs().explainCreate(wanted.task(), wanted.login());
    }
}
