package io.pinion.server.admin;

import static io.pinion.server.admin.AdminTable.text;

import io.pinion.config.topology.Server;
import io.pinion.operations.check.Repaired;
import io.pinion.operations.pair.PairStatements;
import io.pinion.operations.server.finding.Finding;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxLine;
import java.util.List;
import java.util.Locale;

/** The tables of what is wrong with servers and with this proxy, and of what was done about it. */
final class ServerTables {
    private ServerTables() {}

    /** {@code CHECK SERVERS}: what is wrong with servers and with this proxy, each with its cure. */
    static AdminTable<Finding> check() {
        return new AdminTable<Finding>(
                        "CHECK SERVERS",
                        "what is wrong with the servers, their settings, accounts and replication, and with this proxy;"
                                + " each with its cure",
                        (arguments, context) ->
                                context.proxy().operations().checks().check(),
                        text("pair", Finding::pair, "The pair of the server; empty for what is no pair's"),
                        text("place", Finding::place, "The server, or proxy, topology or accounts"),
                        text("level", ServerTables::level, "Error fails something already, warning will hurt later"),
                        text("check", Finding::check, "What was looked at"),
                        text("problem", Finding::problem, "What is wrong"),
                        text("cure", found -> found.cure().text(), "What to paste on that server as root, or to do"),
                        text("repair", found -> found.cure().isSafe(), "Whether REPAIR SERVERS does it, yes or no"))
                .changingNothing();
    }

    /** {@code CHECK SERVER}: whether a server that no pair has could be one, with Pinion before its application. */
    static AdminTable<Finding> checkOne() {
        return check().of(
                        SyntaxLine.of("CHECK SERVER 'host:port' [USING 'user' IDENTIFIED BY 'password']"),
                        "what keeps a server that no pair has from being one, and its application from coming to Pinion"
                                + " instead",
                        (arguments, context) -> {
                            Server named =
                                    PairStatements.server(arguments.clauses().getFirst(), "");
                            // A server that no pair has goes by its address.
                            Server server = new Server(named.address(), named.host(), named.port());
                            return context.proxy()
                                    .operations()
                                    .checks()
                                    .checkServer(server, PairStatements.login(arguments));
                        });
    }

    /** {@code REPAIR SERVERS}: does those cures of {@code CHECK SERVERS} that change no answer which a client gets. */
    @SuppressWarnings("unchecked") // the array of columns is only read
    static AdminTable<Repaired> repair() {
        AdminTable<Finding> check = check();
        return new AdminTable<Repaired>(
                List.of(RowFilter.line("REPAIR SERVERS")),
                "does those of these cures that no client notices; LIKE and WHERE choose what is repaired",
                (arguments, context) -> context.proxy().operations().checks().repair(check.wanted(arguments)),
                text("pair", done -> done.finding().pair(), "The pair of the server"),
                text("place", done -> done.finding().place(), "The server, or proxy, topology or accounts"),
                text("level", done -> level(done.finding()), "As of CHECK SERVERS"),
                text("check", done -> done.finding().check(), "What was looked at"),
                text("outcome", ServerTables::outcome, "Repaired, by hand for what is yours to decide on, or failed"),
                text("problem", done -> done.finding().problem(), "What was wrong"),
                text("cure", done -> done.finding().cure().text(), "What to paste on that server as root, or to do")) {
            /** The finding was chosen before; its outcome is told in any case. */
            @Override
            RowFilter filter(StatementArguments arguments) {
                return RowFilter.ALL;
            }
        };
    }

    private static String level(Finding finding) {
        return finding.severity().name().toLowerCase(Locale.ROOT);
    }

    private static String outcome(Repaired repaired) {
        return repaired.reason().isEmpty()
                ? repaired.outcome().toString()
                : repaired.outcome() + ": " + repaired.reason();
    }
}
