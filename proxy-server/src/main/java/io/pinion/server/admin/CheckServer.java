package io.pinion.server.admin;

import io.pinion.config.topology.Server;
import io.pinion.operations.pair.FirstLogin;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** {@code CHECK SERVER 'host:port'}: whether a server that no pair has could be one, with Pinion before its application. */
final class CheckServer extends AdminCommand {
    CheckServer() {
        super(
                "CHECK SERVER",
                "CHECK SERVER 'host:port' [USING 'user' IDENTIFIED BY 'password']",
                "what keeps a server that no pair has from being one, and its application from coming to Pinion instead");
    }

    @Override
    public boolean changesNothing() {
        return true;
    }

    @Override
    public CompletionStage<AdminAnswer> execute(AdminTokens arguments, AdminContext context) {
        Server named = PairArguments.server(arguments, "");
        // A server that no pair has goes by its address.
        Server server = new Server(named.address(), named.host(), named.port());
        Optional<FirstLogin> login = PairArguments.login(arguments);
        arguments.end();
        return context.proxy()
                .operations()
                .checks()
                .checkServer(server, login)
                .thenApply(findings -> new AdminAnswer.Answered(CheckServers.rows(findings)));
    }
}
