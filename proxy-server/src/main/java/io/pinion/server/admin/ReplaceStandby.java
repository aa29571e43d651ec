package io.pinion.server.admin;

import io.pinion.config.topology.Server;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.pair.FirstLogin;
import io.pinion.operations.pair.ReplacementRequest;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.StatementArguments.ArgumentClause;
import io.pinion.routing.text.AdminOpening;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** {@code REPLACE STANDBY p WITH server}: another server gets all that the pair has, and becomes the standby. */
final class ReplaceStandby extends ExplainedCommand {
    ReplaceStandby() {
        super(
                "REPLACE STANDBY pair WITH {[server] 'host:port' | server} [DISCARD CONTENTS] " + PairArguments.USING,
                "gives a pair another standby, or makes its own anew: an empty server gets all that the pair has");
    }

    @Override
    public AdminOpening.Behind behind() {
        return AdminOpening.Behind.NAME_AND_WITH;
    }

    /** What stands behind the name of the statement. */
    private record Wanted(ReplacementRequest request, Optional<FirstLogin> login) {}

    private static Wanted read(StatementArguments arguments) {
        ArgumentClause with = arguments.clause("WITH").orElseThrow();
        String name = with.text("server").orElse("");
        Optional<Server> address = with.text("'host:port'").map(at -> PairArguments.server(with, name));
        return new Wanted(
                new ReplacementRequest(arguments.text("pair"), name, address, arguments.has("DISCARD CONTENTS")),
                PairArguments.login(arguments));
    }

    @Override
    public boolean isFinal(StatementArguments arguments) {
        return arguments.has("DISCARD CONTENTS");
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        Wanted wanted = read(arguments);
        return context.proxy()
                .operations()
                .pairs()
                .replaceStandby(
                        wanted.request(), wanted.login(), context.session().userName())
                .thenCompose(made -> PairArguments.known(made, context));
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(StatementArguments arguments, AdminContext context) {
        Wanted wanted = read(arguments);
        return context.proxy().operations().pairs().explainReplacement(wanted.request(), wanted.login());
    }
}
