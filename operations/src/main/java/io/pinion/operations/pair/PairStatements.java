package io.pinion.operations.pair;

import static io.pinion.operations.statement.AnswerTable.number;
import static io.pinion.operations.statement.AnswerTable.text;

import io.pinion.config.topology.Server;
import io.pinion.operations.engine.OperationStatement;
import io.pinion.operations.engine.StatementAnswer;
import io.pinion.operations.standby.CompletedPair;
import io.pinion.operations.statement.AnswerTable;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.StatementArguments.ArgumentClause;
import io.pinion.operations.statement.StatementContext;
import io.pinion.operations.statement.SyntaxRefused;
import io.pinion.routing.text.AdminOpening.Behind;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The statements of {@link PairOperations}. */
public final class PairStatements {
    private static final String USING = " [USING 'user' IDENTIFIED BY 'password' [FROM 'hosts']]";

    private static final Pattern ADDRESS = Pattern.compile("(\\[[0-9a-fA-F:.%]+]|[A-Za-z0-9._-]+)(?::(\\d{1,5}))?");
    private static final int HIGHEST_PORT = 65_535;

    static final List<OperationStatement<?, ?>> ALL = List.of(
            OperationStatement.of(
                    "CREATE PAIR pair PRIMARY [server] 'host:port' [STANDBY [server] 'host:port'] [AS HOME]" + USING,
                    "makes servers a pair: the standby gets all that the primary has, each follows the other, and the topology"
                            + " has them",
                    PairStatements::creation,
                    PairStatements::completed),
            OperationStatement.of(
                    "ADD STANDBY pair [server] 'host:port'" + USING,
                    "gives a pair of one server a standby: an empty server gets all that the pair has",
                    PairStatements::addition,
                    PairStatements::completed),
            OperationStatement.of(
                            "REPLACE STANDBY pair WITH {[server] 'host:port' | server} [DISCARD CONTENTS]" + USING,
                            "gives a pair another standby, or makes its own anew: an empty server gets all that the pair has",
                            PairStatements::replacement,
                            PairStatements::completed)
                    .followedBy(Behind.NAME_AND_WITH)
                    .finalWith("DISCARD CONTENTS"),
            OperationStatement.of(
                            "DROP PAIR pair [FORCE]",
                            "takes a pair that no keyspace needs, and its servers, out of the topology; the servers are left alone",
                            (arguments, context) -> new PairRemoval(arguments.text("pair"), arguments.has("FORCE")),
                            PairStatements::dropped)
                    .finalWhere(arguments -> true));

    private PairStatements() {}

    private static PairRequest.Creation creation(StatementArguments arguments, StatementContext context) {
        String pair = arguments.text("pair");
        Server primary = server(arguments.clause("PRIMARY").orElseThrow(), pair + "A");
        Optional<Server> standby = arguments.clause("STANDBY").map(clause -> server(clause, pair + "B"));
        return new PairRequest.Creation(
                new PairCreation(pair, primary, standby, arguments.has("AS HOME")), login(arguments));
    }

    private static PairRequest.Addition addition(StatementArguments arguments, StatementContext context) {
        String pair = arguments.text("pair");
        Server standby =
                server(arguments.clauses().getFirst(), context.topology().freeServerName(pair, 'B'));
        return new PairRequest.Addition(pair, standby, login(arguments));
    }

    private static ReplacementRequest replacement(StatementArguments arguments, StatementContext context) {
        ArgumentClause with = arguments.clause("WITH").orElseThrow();
        String name = with.text("server").orElse("");
        Optional<Server> address = with.text("'host:port'").map(at -> server(with, name));
        return new ReplacementRequest(
                arguments.text("pair"), name, address, arguments.has("DISCARD CONTENTS"), login(arguments));
    }

    /** {@code [server] 'host:port'}. */
    public static Server server(ArgumentClause clause, String usualName) {
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
    public static Optional<FirstLogin> login(StatementArguments arguments) {
        return arguments
                .optional("'password'")
                .map(password -> new FirstLogin(
                        arguments.text("'user'"),
                        password,
                        arguments.optional("'hosts'").orElse(FirstLogin.EVERYWHERE)));
    }

    private static StatementAnswer completed(CompletedPair made) {
        AnswerTable table = AnswerTable.of(
                text("pair"),
                text("primary"),
                text("standby"),
                number("databases"),
                number("rows"),
                number("seconds"),
                text("note"));
        table.row(
                made.pair().name(),
                made.pair().primary().name(),
                made.pair().standby().map(Server::name).orElse(null),
                made.databases(),
                made.rows(),
                made.took().toSeconds(),
                made.note());
        return StatementAnswer.whenTablesRead(made.generation(), table);
    }

    private static StatementAnswer dropped(PairDropped dropped) {
        AnswerTable table = AnswerTable.of(text("pair"), text("primary"), text("standby"), text("note"));
        table.row(
                dropped.pair(),
                dropped.primary(),
                dropped.standby().isEmpty() ? null : dropped.standby(),
                dropped.note());
        return StatementAnswer.whenTablesRead(dropped.generation(), table);
    }
}
