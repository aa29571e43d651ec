package io.pinion.server.admin;

import io.pinion.config.topology.Server;
import io.pinion.operations.pair.PairStatements;
import io.pinion.operations.statement.StatementArguments;
import java.util.concurrent.CompletionStage;

/** {@code CHECK SERVER 'host:port'}: whether a server that no pair has could be one, with Pinion before its application. */
final class CheckServer extends AdminCommand {
    CheckServer() {
        super(
                "CHECK SERVER 'host:port' [USING 'user' IDENTIFIED BY 'password']",
                "what keeps a server that no pair has from being one, and its application from coming to Pinion instead");
    }

    @Override
    public boolean changesNothing() {
        return true;
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        Server named = PairStatements.server(arguments.clauses().getFirst(), "");
        // A server that no pair has goes by its address.
        Server server = new Server(named.address(), named.host(), named.port());
        return context.proxy()
                .operations()
                .checks()
                .checkServer(server, PairStatements.login(arguments))
                .thenApply(findings -> new AdminAnswer.Answered(CheckServers.rows(findings)));
    }
}
