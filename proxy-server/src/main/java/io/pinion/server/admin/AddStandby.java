package io.pinion.server.admin;

import io.pinion.config.topology.Server;
import io.pinion.operations.pair.PairRequest;
import io.pinion.operations.pair.StandbyAddition;
import io.pinion.operations.statement.StatementArguments;

/** {@code ADD STANDBY p 'host:port'}: a pair of one server gets an empty one, which the topology doesn't have yet. */
final class AddStandby extends PairCommand<PairRequest.Addition> {
    AddStandby() {
        super(
                "ADD STANDBY pair [server] 'host:port' " + PairArguments.USING,
                "gives a pair of one server a standby: an empty server gets all that the pair has");
    }

    @Override
    PairRequest.Addition read(StatementArguments arguments, AdminContext context) {
        String pair = arguments.text("pair");
        Server standby = PairArguments.server(
                arguments.clauses().getFirst(), context.proxy().topology().freeServerName(pair, 'B'));
        return new PairRequest.Addition(new StandbyAddition(pair, standby), PairArguments.login(arguments));
    }
}
