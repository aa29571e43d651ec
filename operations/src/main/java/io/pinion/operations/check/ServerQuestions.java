package io.pinion.operations.check;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.check.AccountState.LoggedIn;
import io.pinion.operations.check.AccountState.NotTried;
import io.pinion.operations.check.AccountState.Refused;
import io.pinion.operations.check.ServerFacts.Encryption;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.Failures;
import io.pinion.operations.server.OwnRights;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.watch.ServerReport;
import io.pinion.routing.catalog.SystemDatabases;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Asks one server for all that the checks want to know. Changes nothing; blocks. */
record ServerQuestions(Topology topology, ServerAccess access, Account operator) {
    /** For each question; the slowest counts the tables of thousands of databases. */
    private static final Duration ANSWER = Duration.ofSeconds(20);

    private static final String TABLES = "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema NOT IN ("
            + SqlText.quotedList(SystemDatabases.ALL) + ")";

    /** @throws SQLException when the server doesn't answer, or refuses the operator's account */
    ServerFacts ask(Pair pair, Server server) throws SQLException {
        try (ServerConnection connection = login(server, operator).open(ANSWER)) {
            return facts(pair, server, connection, accounts(server, connection));
        }
    }

    /** Of a server that has none of Pinion's accounts yet, perhaps. */
    static ServerFacts ofNewServer(Pair pair, Server server, ServerConnection connection) throws SQLException {
        return facts(pair, server, connection, List.of());
    }

    private static ServerFacts facts(Pair pair, Server server, ServerConnection connection, List<AccountState> accounts)
            throws SQLException {
        Connection jdbc = connection.jdbc();
        ServerReport report = ServerReport.read(jdbc);
        return new ServerFacts(
                pair,
                server,
                report,
                Answers.byName(jdbc, "SHOW GLOBAL VARIABLES"),
                connection.identities(),
                connection.writesAs(),
                new OwnRights(connection).host(),
                new Encryption(
                        ServerAccess.isLoopback(server.host()) || isEncrypted(jdbc),
                        followsEncrypted(connection, report)),
                Long.parseLong(Answers.single(jdbc, TABLES)),
                accounts);
    }

    private ServerLogin login(Server server, Account account) {
        return new ServerLogin(access, server, account);
    }

    private static boolean isEncrypted(Connection connection) throws SQLException {
        return !Answers.named(connection, "SHOW SESSION STATUS LIKE 'Ssl_cipher'")
                .isEmpty();
    }

    /** Only who may see its replication can tell. */
    private static boolean followsEncrypted(ServerConnection connection, ServerReport report) throws SQLException {
        return report.follows() && connection.replicatesWithTls();
    }

    /** Of the accounts that people make; Pinion looks after the others by itself. */
    private List<AccountState> accounts(Server server, ServerConnection asOperator) throws SQLException {
        List<AccountState> states = new ArrayList<>();
        for (Account account : topology.accounts().values()) {
            if (account.equals(operator)) {
                states.add(state(account, asOperator));
            } else if (!account.isManaged()) {
                states.add(state(server, account));
            }
        }
        return states;
    }

    private AccountState state(Server server, Account account) {
        try (ServerConnection connection = login(server, account).open(ANSWER)) {
            return state(account, connection);
        } catch (SQLException e) {
            String reason = String.valueOf(e.getMessage());
            return Failures.isDenied(e)
                    ? new Refused(account, AccountRole.of(account), reason)
                    : new NotTried(account, reason);
        }
    }

    private static AccountState state(Account account, ServerConnection connection) throws SQLException {
        OwnRights rights = new OwnRights(connection);
        Optional<AccountRole> role = AccountRole.of(account);
        return new LoggedIn(account, role, rights.name(), role.isPresent() ? rights.lacking(role.get()) : Set.of());
    }
}
