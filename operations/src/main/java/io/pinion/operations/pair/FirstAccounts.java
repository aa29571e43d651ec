package io.pinion.operations.pair;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.OwnRights;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerAccount;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.standby.Obstacle;
import io.pinion.operations.standby.Obstacle.Kind;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Makes the accounts on servers that Pinion logs in with, by somebody else's login: each with the password that the
 * topology's secrets say, and the rights of its role. Accounts that exist are brought to that. Blocks.
 */
record FirstAccounts(List<ServerAccount> accounts) {
    private static final Duration LOCKS = Duration.ofSeconds(5);

    /**
     * Those of the topology that have a role.
     *
     * @param hosts the hosts from which they may log in
     */
    static FirstAccounts of(Topology topology, ServerAccess access, String hosts) throws OperationRefused {
        List<ServerAccount> accounts = new ArrayList<>();
        for (AccountRole role : AccountRole.values()) {
            Optional<Account> account = topology.account(role.accountName());
            if (account.isPresent()) {
                try {
                    accounts.add(new ServerAccount(role, account.get().user(), hosts, access.password(account.get())));
                } catch (Secrets.SecretMissing e) {
                    throw Obstacle.refusal(List.of(Kind.LOGIN.of(
                            "the password of account " + role.accountName() + " isn't found: " + e.getMessage())));
                }
            }
        }
        return new FirstAccounts(accounts);
    }

    /** What keeps this login from making them. Changes nothing. */
    List<Obstacle> obstacles(ServerConnection server) throws SQLException {
        List<Obstacle> found = new ArrayList<>();
        if (server.dialect().hasPartialRevokes(server)) {
            found.add(
                    Kind.CONFIGURATION.of(server + " has partial_revokes=ON, where patterns in grants are plain names:"
                            + " make Pinion's accounts there by hand (\"The statements that make the accounts\" in the manual's"
                            + " page of the topology), and leave USING out"));
        }
        OwnRights login = new OwnRights(server);
        if (!login.hasRole()) {
            Set<String> lacking = needed(server.dialect());
            lacking.removeAll(login.grantable());
            if (!lacking.isEmpty()) {
                found.add(Kind.GRANT.of(
                        "the login on " + server + " lacks rights that it would grant to Pinion's accounts,"
                                + " or may not grant them: " + String.join(", ", lacking)
                                + "; name one that has them WITH GRANT OPTION"));
            }
        }
        return found;
    }

    private Set<String> needed(Dialect dialect) {
        Set<String> rights = new LinkedHashSet<>(List.of("CREATE USER"));
        accounts.forEach(account ->
                dialect.rights(account.role()).stream().map(OwnRights::plain).forEach(rights::add));
        return rights;
    }

    /**
     * Makes them, on this server alone.
     *
     * @return those that weren't there
     */
    List<ServerAccount> make(ServerConnection server) throws SQLException {
        List<ServerAccount> added = new ArrayList<>();
        for (ServerAccount account : accounts) {
            if (server.firstColumn("SELECT 1 FROM mysql.user WHERE user = " + SqlText.quote(account.user())
                            + " AND host = " + SqlText.quote(account.host()))
                    .isEmpty()) {
                added.add(account);
            }
        }
        List<String> statements = new ArrayList<>();
        for (ServerAccount account : accounts) {
            statements.addAll(server.dialect().createAccount(account));
            statements.addAll(server.dialect().grants(account));
        }
        server.executeOnItAlone(statements, LOCKS);
        return added;
    }

    /** Takes away what {@link #make} has added. */
    static void drop(ServerConnection server, List<ServerAccount> added) throws SQLException {
        List<String> statements = added.stream()
                .map(account -> "DROP USER " + SqlText.quote(account.user()) + "@" + SqlText.quote(account.host()))
                .toList();
        server.executeOnItAlone(statements, LOCKS);
    }

    /** The statements, without passwords. */
    List<PlannedAction> plan(ServerConnection server) {
        List<PlannedAction> actions = new ArrayList<>();
        for (ServerAccount account : accounts) {
            ServerAccount shown = new ServerAccount(account.role(), account.user(), account.host(), "…");
            List<String> statements = new ArrayList<>(server.dialect().createAccount(shown));
            statements.addAll(server.dialect().grants(shown));
            statements.forEach(sql -> actions.add(new PlannedAction(
                    String.valueOf(server), sql, "the account " + account.user() + ", on this server alone")));
        }
        return actions;
    }
}
