package io.pinion.operations.account;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.account.ServerAccounts.Required;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.work.Sleep;
import io.pinion.routing.catalog.OwnDatabases;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The managed accounts on the servers of one pair. Blocks.
 *
 * @param coming databases that are about to be made, and must be hidden before they are
 */
record PairAccounts(ServerAccess access, Topology topology, Pair pair, Account operator, Collection<String> coming) {
    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final Duration OWN_TABLES_TIMEOUT = Duration.ofSeconds(10);
    private static final long LOOK_EVERY_MILLIS = 50;

    /** The statements for the databases and tables that must exist before accounts can be granted rights on them. */
    private static final List<String> OWN_TABLES = List.of(
            "CREATE DATABASE IF NOT EXISTS " + OwnDatabases.PINION,
            OwnDatabases.CREATE_DECISIONS,
            "CREATE DATABASE IF NOT EXISTS " + OwnDatabases.GATHER);

    /**
     * The differences on one pair.
     *
     * @param ofServers the differences on each server that answers
     * @param ofData the surplus rights of the account {@code data}, which people make, for people
     * @param unknown why servers can't be asked, for people
     */
    record State(Map<Server, List<AccountDifference>> ofServers, List<String> ofData, List<String> unknown) {
        List<AccountDifference> all() {
            return ofServers.values().stream().flatMap(List::stream).toList();
        }
    }

    PairAccounts(ServerAccess access, Topology topology, Pair pair, Account operator) {
        this(access, topology, pair, operator, List.of());
    }

    State look(AccountCheck.Logins logins) {
        List<String> unknown = new ArrayList<>();
        List<String> ofData = new ArrayList<>();
        Map<Server, ServerConnection> reached = new LinkedHashMap<>();
        try {
            Set<String> databases = databases(reached, unknown);
            List<Looked> looked = new ArrayList<>();
            reached.forEach((server, connection) -> {
                AccountCheck check = new AccountCheck(access, topology, pair, server, connection, databases, coming);
                try {
                    looked.add(new Looked(server, connection, check, check.read()));
                } catch (SQLException e) {
                    unknown.add(unseen(server, e));
                }
            });
            Map<Server, List<AccountDifference>> differences = new LinkedHashMap<>();
            for (Looked each : withCommonHosts(looked)) {
                try {
                    AccountCheck.Result result = differences(each, logins);
                    differences.put(each.server, result.differences());
                    ofData.addAll(result.ofData());
                } catch (SQLException | Secrets.SecretMissing e) {
                    unknown.add(unseen(each.server, e));
                }
            }
            return new State(differences, ofData, unknown);
        } finally {
            reached.values().forEach(ServerConnection::close);
        }
    }

    /** A server whose accounts have been read. */
    private record Looked(Server server, ServerConnection connection, AccountCheck check, ServerAccounts there) {}

    /**
     * Accounts that replicate are mended on both servers at once, so that what is wanted must be one for both: else
     * what one lacks would be taken away from the other, again and again.
     */
    private static List<Looked> withCommonHosts(List<Looked> looked) {
        Map<String, Required> hosts =
                ServerAccounts.hosts(looked.stream().map(Looked::there).toList());
        return looked.stream()
                .map(each -> each.connection.dialect().replicatesAccounts()
                        ? new Looked(each.server, each.connection, each.check, each.there.withHosts(hosts))
                        : each)
                .toList();
    }

    /**
     * The databases of all servers that answer. Their connections are put into {@code reached}, for the caller to
     * close.
     */
    private Set<String> databases(Map<Server, ServerConnection> reached, List<String> unknown) {
        Set<String> databases = new HashSet<>();
        for (Server server : pair.servers()) {
            try {
                ServerConnection connection = open(server);
                reached.put(server, connection);
                databases.addAll(connection.databases());
            } catch (SQLException e) {
                ServerConnection failed = reached.remove(server);
                if (failed != null) {
                    failed.close();
                }
                unknown.add(unseen(server, e));
            }
        }
        return databases;
    }

    private static String unseen(Server server, Exception why) {
        return "the accounts on " + server.name() + " can't be looked at: " + why.getMessage();
    }

    private AccountCheck.Result differences(Looked looked, AccountCheck.Logins logins)
            throws SQLException, Secrets.SecretMissing {
        ServerConnection connection = looked.connection;
        List<AccountDifference> found = new ArrayList<>();
        boolean managed = topology.accounts().values().stream().anyMatch(Account::isManaged);
        if (managed && !hasOwnTables(connection)) {
            found.add(new AccountDifference(
                    "", "databases of Pinion's own are missing on " + connection, false, List.of()));
        }
        AccountCheck.Result result = looked.check.run(looked.there, logins);
        found.addAll(result.differences());
        return new AccountCheck.Result(found, result.ofData());
    }

    /** A standby gets them by replication, and MariaDB grants nothing on a table that isn't there. */
    private static void awaitOwnTables(ServerConnection connection) throws SQLException {
        if (!Sleep.until(OWN_TABLES_TIMEOUT, LOOK_EVERY_MILLIS, () -> hasOwnTables(connection))) {
            throw new SQLException(connection + " doesn't have the tables of Pinion's own yet, which come from its"
                    + " primary: it is behind, or doesn't follow (SHOW PAIRS)");
        }
    }

    /** Whether the databases and tables are there that managed accounts have rights on. */
    static boolean hasOwnTables(ServerConnection connection) throws SQLException {
        return connection.databases().contains(OwnDatabases.GATHER)
                && !connection
                        .firstColumn("SELECT 1 FROM information_schema.tables WHERE table_schema = '"
                                + OwnDatabases.PINION + "' AND table_name = '" + OwnDatabases.DECISIONS + "'")
                        .isEmpty();
    }

    /**
     * Ends the differences on both servers. Some statements may have run when it fails; it may be repeated.
     *
     * @param state of {@link #look}, a moment ago
     */
    void mend(State state) throws SQLException, Secrets.SecretMissing {
        if (state.all().stream().anyMatch(difference -> difference.statements().isEmpty())) {
            makeOwnTables();
        }
        Set<String> replicated = new LinkedHashSet<>();
        for (Map.Entry<Server, List<AccountDifference>> entry :
                state.ofServers().entrySet()) {
            List<String> statements = statements(entry.getValue());
            if (!statements.isEmpty()) {
                try (ServerConnection connection = open(entry.getKey())) {
                    if (connection.dialect().replicatesAccounts()) {
                        replicated.addAll(statements);
                    } else {
                        if (statements.stream().anyMatch(sql -> sql.contains(OwnDatabases.DECISIONS))) {
                            awaitOwnTables(connection);
                        }
                        connection.executeUnreplicated(statements);
                    }
                }
            }
        }
        if (!replicated.isEmpty()) {
            try (ServerConnection primary = open(pair.primary())) {
                primary.execute(List.copyOf(replicated));
            }
        }
        endBroaderConnections(state);
    }

    /**
     * Kills connections of accounts that had too many rights: a connection keeps global rights as they were at its
     * login.
     */
    private void endBroaderConnections(State state) throws SQLException {
        for (Map.Entry<Server, List<AccountDifference>> entry :
                state.ofServers().entrySet()) {
            List<String> users = entry.getValue().stream()
                    .filter(AccountDifference::broader)
                    .map(difference -> topology.account(difference.account())
                            .map(Account::user)
                            .orElse(difference.account()))
                    .distinct()
                    .toList();
            if (!users.isEmpty()) {
                try (ServerConnection connection = open(entry.getKey())) {
                    connection.endConnections(users);
                }
            }
        }
    }

    static List<String> statements(List<AccountDifference> differences) {
        return differences.stream()
                .flatMap(difference -> difference.statements().stream())
                .toList();
    }

    /**
     * Runs as the operator, since clients' accounts may make nothing there. MariaDB's fence lets the operator write, so
     * it is checked before.
     */
    private void makeOwnTables() throws SQLException {
        try (ServerConnection primary = open(pair.primary())) {
            if (primary.isFenced()) {
                throw new SQLException(
                        primary + " is fenced, as while the pair's primary changes (SHOW PAIRS): try again");
            }
            primary.execute(OWN_TABLES);
        }
    }

    private ServerConnection open(Server server) throws SQLException {
        return new ServerLogin(access, server, operator).open(ANSWER);
    }
}
