package io.pinion.server.admin;

import io.pinion.config.topology.Server;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.pair.FirstLogin;
import io.pinion.operations.pair.ReplacementRequest;
import io.pinion.routing.text.AdminOpening;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** {@code REPLACE STANDBY p WITH server}: another server gets all that the pair has, and becomes the standby. */
final class ReplaceStandby extends ExplainedCommand {
    ReplaceStandby() {
        super(
                "REPLACE STANDBY",
                "REPLACE STANDBY pair WITH {server | [server] 'host:port'} [DISCARD CONTENTS] " + PairArguments.USING,
                "gives a pair another standby, or makes its own anew: an empty server gets all that the pair has");
    }

    @Override
    public AdminOpening.Behind behind() {
        return AdminOpening.Behind.NAME_AND_WITH;
    }

    /** What stands behind the name of the statement. */
    private record Wanted(ReplacementRequest request, Optional<FirstLogin> login) {}

    private static Wanted read(AdminTokens arguments) {
        String pair = arguments.name("the name of a pair");
        if (!arguments.take("WITH")) {
            throw new AdminSyntaxException("expected WITH and the name of a server, or its address");
        }
        String name = arguments.isSingleQuoted() ? "" : arguments.name("the name of a server, or its address");
        Optional<Server> address =
                arguments.isSingleQuoted() ? Optional.of(PairArguments.server(arguments, name)) : Optional.empty();
        boolean discard = arguments.take("DISCARD CONTENTS");
        Optional<FirstLogin> login = PairArguments.login(arguments);
        arguments.end();
        return new Wanted(new ReplacementRequest(pair, name, address, discard), login);
    }

    @Override
    public CompletionStage<AdminAnswer> execute(AdminTokens arguments, AdminContext context) {
        Wanted wanted = read(arguments);
        return context.proxy()
                .operations()
                .pairs()
                .replaceStandby(
                        wanted.request(), wanted.login(), context.session().userName())
                .thenCompose(made -> PairArguments.known(made, context));
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(AdminTokens arguments, AdminContext context) {
        Wanted wanted = read(arguments);
        return context.proxy().operations().pairs().explainReplacement(wanted.request(), wanted.login());
    }
}
