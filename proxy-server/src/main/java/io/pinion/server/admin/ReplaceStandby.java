package io.pinion.server.admin;

import io.pinion.config.topology.Server;
import io.pinion.operations.pair.ReplacementRequest;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.StatementArguments.ArgumentClause;
import io.pinion.routing.text.AdminOpening;
import java.util.Optional;

/** {@code REPLACE STANDBY p WITH server}: another server gets all that the pair has, and becomes the standby. */
final class ReplaceStandby extends PairCommand<ReplacementRequest> {
    ReplaceStandby() {
        super(
                "REPLACE STANDBY pair WITH {[server] 'host:port' | server} [DISCARD CONTENTS] " + PairArguments.USING,
                "gives a pair another standby, or makes its own anew: an empty server gets all that the pair has");
    }

    @Override
    public AdminOpening.Behind behind() {
        return AdminOpening.Behind.NAME_AND_WITH;
    }

    @Override
    public boolean isFinal(StatementArguments arguments) {
        return arguments.has("DISCARD CONTENTS");
    }

    @Override
    ReplacementRequest read(StatementArguments arguments, AdminContext context) {
        ArgumentClause with = arguments.clause("WITH").orElseThrow();
        String name = with.text("server").orElse("");
        Optional<Server> address = with.text("'host:port'").map(at -> PairArguments.server(with, name));
        return new ReplacementRequest(
                arguments.text("pair"),
                name,
                address,
                arguments.has("DISCARD CONTENTS"),
                PairArguments.login(arguments));
    }
}
