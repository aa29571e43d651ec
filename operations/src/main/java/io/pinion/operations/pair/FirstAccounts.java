package io.pinion.operations.pair;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerAccount;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.standby.Obstacle;
import io.pinion.operations.standby.Obstacle.Kind;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes the accounts on servers that Pinion logs in with, by somebody else's login: each with the password that the
 * topology's secrets say, and the rights of its role. Accounts that exist are brought to that. Blocks.
 */
final class FirstAccounts {
    /** The account with which servers follow each other, if the topology names one. */
    private static final String REPLICATION = "replication";

    private static final Map<String, AccountRole> ROLES = roles();

    private static final Duration LOCKS = Duration.ofSeconds(5);

    /** The grants of the account that logs in, which it may pass on. */
    private static final String GRANTABLE =
            "SELECT privilege_type FROM information_schema.user_privileges WHERE is_grantable = 'YES' AND grantee ="
                    + " CONCAT('''', SUBSTRING(CURRENT_USER(), 1, CHAR_LENGTH(CURRENT_USER()) - 1"
                    + " - CHAR_LENGTH(SUBSTRING_INDEX(CURRENT_USER(), '@', -1))), '''@''',"
                    + " SUBSTRING_INDEX(CURRENT_USER(), '@', -1), '''')";

    private final List<ServerAccount> accounts;

    private FirstAccounts(List<ServerAccount> accounts) {
        this.accounts = accounts;
    }

    private static Map<String, AccountRole> roles() {
        Map<String, AccountRole> roles = new LinkedHashMap<>();
        roles.put(Account.DATA, AccountRole.DATA);
        roles.put(Account.MONITOR, AccountRole.MONITOR);
        roles.put(Account.OPERATOR, AccountRole.OPERATOR);
        roles.put(REPLICATION, AccountRole.REPLICATION);
        return roles;
    }

    /**
     * Those of the topology that have a role.
     *
     * @param hosts the hosts from which they may log in
     */
    static FirstAccounts of(Topology topology, ServerAccess access, String hosts) throws OperationRefused {
        List<ServerAccount> accounts = new ArrayList<>();
        for (Map.Entry<String, AccountRole> role : ROLES.entrySet()) {
            var account = topology.account(role.getKey());
            if (account.isPresent()) {
                try {
                    accounts.add(new ServerAccount(
                            role.getValue(), account.get().user(), hosts, access.password(account.get())));
                } catch (Secrets.SecretMissing e) {
                    throw Obstacle.refusal(List.of(Kind.LOGIN.of(
                            "the password of account " + role.getKey() + " isn't found: " + e.getMessage())));
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
        // The rights of roles aren't listed as those of the account.
        List<String> role = server.firstColumn("SELECT CURRENT_ROLE()");
        if (role.isEmpty() || role.getFirst().equals("NONE")) {
            Set<String> lacking = needed(server.dialect());
            server.firstColumn(GRANTABLE).forEach(right -> lacking.remove(plain(right)));
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
        accounts.forEach(account -> dialect.rights(account.role()).stream()
                .map(FirstAccounts::plain)
                .forEach(rights::add));
        return rights;
    }

    /** Some rights are written with underscores here and with blanks there. */
    private static String plain(String right) {
        return right.replace('_', ' ');
    }

    /** Makes them, on this server alone. */
    void make(ServerConnection server) throws SQLException {
        boolean fenced = server.isFenced();
        if (fenced) {
            server.execute(server.dialect().openForOperator());
        }
        try {
            for (ServerAccount account : accounts) {
                server.executeUnreplicated(server.dialect().createAccount(account));
                server.executeUnreplicated(server.dialect().grants(account));
            }
        } finally {
            if (fenced) {
                server.fence(LOCKS);
            }
        }
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
