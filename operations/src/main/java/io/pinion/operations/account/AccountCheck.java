package io.pinion.operations.account;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.GrantSet;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.account.ServerAccounts.Found;
import io.pinion.operations.account.ServerAccounts.Name;
import io.pinion.operations.account.ServerAccounts.Required;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.sql.SqlText;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Compares the managed accounts on one server with the topology. Changes nothing; blocks.
 *
 * @param connection to {@code server}, as the operator
 * @param databases of any server of the pair: MySQL replicates accounts, also to a standby that lacks a database
 * @param coming databases that are about to be made
 */
record AccountCheck(
        ServerAccess access,
        Topology topology,
        Pair pair,
        Server server,
        ServerConnection connection,
        Set<String> databases,
        Collection<String> coming) {
    private static final Duration LOGIN = Duration.ofSeconds(5);

    /**
     * ER_ACCESS_DENIED_ERROR, ER_DBACCESS_DENIED_ERROR, ER_MUST_CHANGE_PASSWORD_LOGIN and ER_ACCOUNT_HAS_BEEN_LOCKED,
     * which has one number in MySQL and another in MariaDB.
     */
    private static final List<Integer> REFUSED = List.of(1045, 1044, 1862, 3118, 4151);

    private static final Comparator<Map.Entry<GrantScope, Set<String>>> PATTERNS_LAST = Comparator.comparing(
            entry -> entry.getKey() instanceof GrantScope.Databases databases && databases.isPattern());

    /** The differences that statements end, and the faults of {@code data} and of everybody's grants, for people. */
    record Result(List<AccountDifference> differences, List<String> ofData) {}

    /** @throws SQLException also when the account {@code data} isn't on the server: it must be made before the others */
    ServerAccounts read() throws SQLException {
        Account data = topology.account(Account.DATA).orElseThrow();
        ServerAccounts there = ServerAccounts.read(connection, data);
        if (there.hosts().isEmpty()) {
            throw new SQLException(
                    "there is no account '" + data.user() + "' on " + connection
                            + ", from whose hosts the accounts of users with fewer rights may log in: make Pinion's accounts there");
        }
        return there;
    }

    /**
     * @param there what {@link #read} has found, perhaps with further hosts
     * @param logins chooses the accounts whose login is tested
     */
    Result run(ServerAccounts there, Logins logins) throws SQLException, Secrets.SecretMissing {
        Set<String> hidden = there.databasesByName();
        hidden.addAll(coming);
        WantedGrants wanted = new WantedGrants(topology, pair, connection.dialect(), databases, hidden);
        List<AccountDifference> differences = new ArrayList<>();
        Map<Name, Found> left = new LinkedHashMap<>(there.found());
        for (Account account : topology.accounts().values()) {
            if (account.grants().isPresent()) {
                GrantSet set = account.grants().get();
                Grants grants = wanted.of(set);
                int before = differences.size();
                for (Map.Entry<String, Required> host : there.hosts().entrySet()) {
                    Found found = left.remove(new Name(account.user(), host.getKey()));
                    compare(account, host, Optional.ofNullable(found), grants).ifPresent(differences::add);
                }
                if (differences.size() == before && logins.tries(account)) {
                    login(account, there.hosts()).ifPresent(differences::add);
                }
            }
        }
        left.forEach((name, found) -> unused(name, found).ifPresent(differences::add));
        List<String> ofData = new ArrayList<>(DataGrants.problems(connection, there));
        if (topology.accounts().values().stream().anyMatch(Account::isManaged)) {
            ofData.addAll(EverybodysGrants.problems(connection, there, topology, databases));
        }
        return new Result(differences, ofData);
    }

    /** Chooses accounts, since testing the login of hundreds takes long. */
    interface Logins {
        boolean tries(Account account);
    }

    private Optional<AccountDifference> compare(
            Account account, Map.Entry<String, Required> host, Optional<Found> there, Grants wanted)
            throws Secrets.SecretMissing {
        String name = new Name(account.user(), host.getKey()).grantee();
        List<String> statements = new ArrayList<>();
        if (there.isEmpty()) {
            statements.addAll(create(account, host));
            statements.addAll(granting(wanted, name));
            return Optional.of(new AccountDifference(
                    account.name(), "there is no account " + name + " on " + connection, false, statements));
        }
        Grants found = there.get().grants().withoutOwnRoutines(wanted);
        Grants lacking = wanted.without(found);
        Grants surplus = found.without(wanted);
        List<String> words = new ArrayList<>();
        if (there.get().locked()) {
            statements.add("ALTER USER " + name + " ACCOUNT UNLOCK");
            words.add("is locked");
        }
        if (!there.get().login().asWanted(host.getValue())) {
            statements.add("ALTER USER " + name + host.getValue().clause()
                    + connection.dialect().noLimits());
            words.add("has limits or asks for a certificate or TLS as nobody wants");
        }
        boolean broader = !surplus.isEmpty()
                && !surplus.isOnDatabases(connection.dialect().rights(AccountRole.DATA));
        if (broader) {
            statements.addAll(revoking(surplus, name, there.get().login()));
            statements.addAll(granting(wanted, name));
        } else {
            statements.addAll(granting(lacking, name));
            statements.addAll(revokingOnDatabases(surplus, name));
        }
        if (!surplus.isEmpty()) {
            words.add("has too many rights, " + surplus.words());
        }
        if (!lacking.isEmpty()) {
            words.add("lacks rights, " + lacking.words());
        }
        return words.isEmpty()
                ? Optional.empty()
                : Optional.of(new AccountDifference(
                        account.name(),
                        "account " + name + " on " + connection + " " + String.join(", and ", words),
                        broader,
                        statements));
    }

    private List<String> create(Account account, Map.Entry<String, Required> host) throws Secrets.SecretMissing {
        return connection
                .dialect()
                .createUser(
                        account.user(),
                        host.getKey(),
                        access.password(account),
                        host.getValue().clause() + connection.dialect().noLimits());
    }

    /** Grants on databases come before those on patterns, from which they hide databases. */
    private static List<String> granting(Grants grants, String name) {
        return grants.privileges().entrySet().stream()
                .sorted(PATTERNS_LAST)
                .map(entry -> "GRANT " + String.join(", ", entry.getValue()) + " ON "
                        + entry.getKey().sql() + " TO " + name)
                .toList();
    }

    /**
     * Takes away what the topology no longer grants, such as the databases of a keyspace that is gone, while clients use
     * the rest. A REVOKE of rights that an account lacks fails, also on a server that replicates it, so that each
     * follows a GRANT of the same. Patterns go before what is hidden from them.
     */
    private static List<String> revokingOnDatabases(Grants surplus, String name) {
        List<String> statements = new ArrayList<>();
        surplus.privileges().entrySet().stream()
                .sorted(PATTERNS_LAST.reversed())
                .forEach(entry -> {
                    String what = String.join(", ", entry.getValue()) + " ON "
                            + entry.getKey().sql();
                    statements.add("GRANT " + what + " TO " + name);
                    statements.add("REVOKE " + what + " FROM " + name);
                });
        return statements;
    }

    /**
     * Revokes roles first, so that a role that can't be revoked leaves the account its other rights. Then revokes all
     * rights: a REVOKE of single rights fails on a server where the account lacks them, and with it replication.
     */
    private List<String> revoking(Grants surplus, String name, ServerAccounts.Login login) {
        List<String> statements = new ArrayList<>();
        if (!login.defaultRole().isEmpty()) {
            statements.add("SET DEFAULT ROLE NONE FOR " + name);
        }
        List<String> roles = surplus.privileges().keySet().stream()
                .filter(scope -> scope instanceof GrantScope.Role)
                .map(scope -> SqlText.quoteName(((GrantScope.Role) scope).name()))
                .toList();
        boolean together = connection.dialect().revokesRolesWithRights();
        if (!together) {
            roles.forEach(role -> statements.add("REVOKE " + role + " FROM " + name));
        }
        if (together || roles.size() < surplus.privileges().size()) {
            statements.add("REVOKE ALL PRIVILEGES, GRANT OPTION FROM " + name);
        }
        return statements;
    }

    /** Tests the login: the password may be another, and the server may refuse for reasons that only it knows. */
    private Optional<AccountDifference> login(Account account, Map<String, Required> hosts)
            throws Secrets.SecretMissing {
        try {
            new ServerLogin(access, server, account).open(LOGIN).close();
            return Optional.empty();
        } catch (SQLException e) {
            if (!REFUSED.contains(e.getErrorCode())) {
                return Optional.empty();
            }
            List<String> statements = new ArrayList<>();
            for (Map.Entry<String, Required> host : hosts.entrySet()) {
                statements.addAll(create(account, host));
                statements.add("ALTER USER " + new Name(account.user(), host.getKey()).grantee() + " ACCOUNT UNLOCK");
            }
            return Optional.of(new AccountDifference(
                    account.name(),
                    "account '" + account.user() + "' can't log in on " + connection + ": " + e.getMessage(),
                    false,
                    statements));
        }
    }

    /**
     * Locks the account and takes its rights, but doesn't drop it: views and routines that run with its rights lose
     * them, as after REVOKE.
     */
    private Optional<AccountDifference> unused(Name name, Found found) {
        if (found.locked() && found.grants().isEmpty()) {
            return Optional.empty();
        }
        List<String> statements = new ArrayList<>(revoking(found.grants(), name.grantee(), found.login()));
        statements.add("ALTER USER " + name.grantee() + " ACCOUNT LOCK");
        return Optional.of(new AccountDifference(
                name.user(),
                "account " + name.grantee() + " on " + connection + " is for users that the topology has no more",
                false,
                statements));
    }
}
