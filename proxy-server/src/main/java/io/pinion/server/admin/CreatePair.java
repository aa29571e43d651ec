package io.pinion.server.admin;

import io.pinion.config.topology.Server;
import io.pinion.operations.pair.PairCreation;
import io.pinion.operations.pair.PairRequest;
import io.pinion.operations.statement.StatementArguments;
import java.util.Optional;

/** {@code CREATE PAIR p PRIMARY 'host:port' STANDBY 'host:port'}: makes two servers a pair of the topology. */
final class CreatePair extends PairCommand<PairRequest.Creation> {
    CreatePair() {
        super(
                "CREATE PAIR pair PRIMARY [server] 'host:port' [STANDBY [server] 'host:port'] [AS HOME] "
                        + PairArguments.USING,
                "makes servers a pair: the standby gets all that the primary has, each follows the other, and the topology"
                        + " has them");
    }

    @Override
    PairRequest.Creation read(StatementArguments arguments, AdminContext context) {
        String pair = arguments.text("pair");
        Server primary = PairArguments.server(arguments.clause("PRIMARY").orElseThrow(), pair + "A");
        Optional<Server> standby = arguments.clause("STANDBY").map(clause -> PairArguments.server(clause, pair + "B"));
        return new PairRequest.Creation(
                new PairCreation(pair, primary, standby, arguments.has("AS HOME")), PairArguments.login(arguments));
    }
}
