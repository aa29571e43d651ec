package io.pinion.server.admin;

import io.pinion.operations.engine.PlannedAction;
import io.pinion.routing.text.AdminOpening;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** {@code REPLACE STANDBY p WITH server}: copies the pair's data to another server, which becomes the standby. */
final class ReplaceStandby extends ExplainedCommand {
    ReplaceStandby() {
        super(
                "REPLACE STANDBY",
                "REPLACE STANDBY pair WITH server",
                "copies all that a pair has to an empty server, which then takes the place of the pair's standby");
    }

    @Override
    public AdminOpening.Behind behind() {
        return AdminOpening.Behind.NAME_AND_WITH;
    }

    /** What stands behind the name of the statement. */
    private record Wanted(String pair, String server) {}

    private static Wanted read(AdminTokens arguments) {
        String pair = arguments.name("the name of a pair");
        if (!arguments.take("WITH")) {
            throw new AdminSyntaxException("expected WITH and the name of a server");
        }
        String server = arguments.name("the name of a server");
        arguments.end();
        return new Wanted(pair, server);
    }

    @Override
    public CompletionStage<AdminAnswer> execute(AdminTokens arguments, AdminContext context) {
        Wanted wanted = read(arguments);
        return context.proxy()
                .operations()
                .replaceStandby(
                        wanted.pair(), wanted.server(), context.session().userName())
                .thenApply(PairArguments::answer);
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(AdminTokens arguments, AdminContext context) {
        Wanted wanted = read(arguments);
        return context.proxy().operations().explainReplacement(wanted.pair(), wanted.server());
    }
}
