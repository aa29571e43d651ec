package io.pinion.server.admin;

import io.pinion.config.topology.Server;
import io.pinion.operations.pair.FirstLogin;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.StatementArguments.ArgumentClause;
import io.pinion.operations.statement.SyntaxRefused;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What statements that give servers to a pair have in common. */
final class PairArguments {
    /** The end of each such statement. */
    static final String USING = "[USING 'user' IDENTIFIED BY 'password' [FROM 'hosts']]";

    private static final Pattern ADDRESS = Pattern.compile("(\\[[0-9a-fA-F:.%]+]|[A-Za-z0-9._-]+)(?::(\\d{1,5}))?");
    private static final int HIGHEST_PORT = 65_535;

    private PairArguments() {}

    /** {@code [server] 'host:port'}. */
    static Server server(ArgumentClause clause, String usualName) {
        String name = clause.text("server").orElse(usualName);
        String address = clause.text("'host:port'").orElseThrow();
        Matcher read = ADDRESS.matcher(address);
        if (!read.matches()) {
            throw wrong(address);
        }
        int port = read.group(2) == null ? Server.DEFAULT_PORT : Integer.parseInt(read.group(2));
        if (port < 1 || port > HIGHEST_PORT) {
            throw wrong(address);
        }
        String host = read.group(1);
        return new Server(name, host.startsWith("[") ? host.substring(1, host.length() - 1) : host, port);
    }

    private static SyntaxRefused wrong(String address) {
        return new SyntaxRefused(
                "'" + address + "' is no address: write the host's name or number, and a port from 1 to"
                        + " 65535, as in 'db3.example.com:3306'");
    }

    /** {@code USING …} at the end of the statement, if it is there. No error shows the password. */
    static Optional<FirstLogin> login(StatementArguments arguments) {
        return arguments
                .optional("'password'")
                .map(password -> new FirstLogin(
                        arguments.text("'user'"),
                        password,
                        arguments.optional("'hosts'").orElse(FirstLogin.EVERYWHERE)));
    }
}
