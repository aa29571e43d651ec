package io.pinion.server.admin;

import io.pinion.config.topology.Server;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.pair.FirstLogin;
import io.pinion.operations.pair.PairCreation;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** {@code CREATE PAIR p PRIMARY 'host:port' STANDBY 'host:port'}: makes two servers a pair of the topology. */
final class CreatePair extends ExplainedCommand {
    CreatePair() {
        super(
                "CREATE PAIR",
                "CREATE PAIR pair PRIMARY [server] 'host:port' [STANDBY [server] 'host:port'] [AS HOME] "
                        + PairArguments.USING,
                "makes servers a pair: the standby gets all that the primary has, each follows the other, and the topology"
                        + " has them");
    }

    /** What stands behind the name of the statement. */
    private record Wanted(PairCreation task, Optional<FirstLogin> login) {}

    private static Wanted read(AdminTokens arguments) {
        String pair = arguments.name("the name of a pair");
        arguments.require("PRIMARY");
        Server primary = PairArguments.server(arguments, pair + "A");
        Optional<Server> standby =
                arguments.take("STANDBY") ? Optional.of(PairArguments.server(arguments, pair + "B")) : Optional.empty();
        boolean home = arguments.take("AS HOME");
        Optional<FirstLogin> login = PairArguments.login(arguments);
        arguments.end();
        return new Wanted(new PairCreation(pair, primary, standby, home), login);
    }

    @Override
    public CompletionStage<AdminAnswer> execute(AdminTokens arguments, AdminContext context) {
        Wanted wanted = read(arguments);
        return context.proxy()
                .operations()
                .pairs()
                .create(wanted.task(), wanted.login(), context.session().userName())
                .thenCompose(made -> PairArguments.known(made, context));
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(AdminTokens arguments, AdminContext context) {
        Wanted wanted = read(arguments);
        return context.proxy().operations().pairs().explainCreate(wanted.task(), wanted.login());
    }
}
